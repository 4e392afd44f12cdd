"""The functions a statement may call: those that Neo4j itself brings, less the few that look outside the graph.

A list of what is allowed, since a plug-in may bring functions of any name that read files or addresses. A test compares it with what
servers say of themselves.
"""

from __future__ import annotations

#: They name files being loaded and other databases.
OUTSIDE = frozenset({"file", "linenumber", "graph.byelementid", "graph.byname"})

_BUILT_IN = """
abs acos all allreduce any asin atan atan2 avg btrim ceil ceiling char_length character_length coalesce collect cos cosh cot coth count
date date.realtime date.statement date.transaction date.truncate
datetime datetime.fromepoch datetime.fromepochmillis datetime.realtime datetime.statement datetime.transaction datetime.truncate
degrees duration duration.between duration.indays duration.inmonths duration.inseconds
e elementid endnode exists exp floor haversin head id isempty isnan keys labels last left length ln
localdatetime localdatetime.realtime localdatetime.statement localdatetime.transaction localdatetime.truncate
localtime localtime.realtime localtime.statement localtime.transaction localtime.truncate
log log10 lower ltrim max min nodes none normalize nullif percentile_cont percentile_disc percentilecont percentiledisc pi
point point.distance point.withinbbox
properties property_exists radians rand randomuuid range reduce relationships replace reverse right round rtrim
sign sin single sinh size split sqrt startnode stdev stdevp substring sum tail tan tanh
time time.realtime time.statement time.transaction time.truncate timestamp
toboolean tobooleanlist tobooleanornull tofloat tofloatlist tofloatornull tointeger tointegerlist tointegerornull
tolower tostring tostringlist tostringornull toupper trim type upper valuetype vector.similarity.cosine vector.similarity.euclidean
shortestpath allshortestpaths
"""

_BEFORE = """
match where with return unwind call optional union filter let
and or xor not in is contains starts ends like distinct all any none single shortest groups group paths path walk trail acyclic simple
case when then else end as by order skip offset limit on exists count collect yield asc desc ascending descending nulls first last
"""

#: By name in lower case, since Cypher does not tell case apart here.
BUILT_IN = frozenset(_BUILT_IN.split())

#: Words of the language that may stand before an opening parenthesis.
BEFORE_PARENTHESES = frozenset(_BEFORE.split())
