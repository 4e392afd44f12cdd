"""Memory for any host that speaks the Model Context Protocol: `graphmem mcp`, over stdio or streamable HTTP.

Whose memory a host reaches is decided where the server is configured: by its namespace, or over HTTP by the bearer token of the
request. No argument of any tool names one, so no model can be talked into another's. The official SDK speaks the
protocol (extra `mcp`); what is here says which tools and resources there are and which memory they reach.
"""
