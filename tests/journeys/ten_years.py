"""Ten years of six people, as Ada told them: moves, jobs, break-ups, corrections, and news that came late."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

_SAID = """
2014-03-02 I live in Porto. | My sister Ana lives in Braga.
2014-04-10 My brother Tom lives in Faro. | Tom works at Galp.
2014-06-01 I work at Critical. | My boss is Helena.
2014-09-15 My friend Bruno lives in Coimbra. | Bruno works at Altice.
2015-01-20 I like jazz. | Ana likes chess.
2015-03-03 Ana works at Bosch.
2015-05-05 My friend Carla lives in Aveiro. | Carla works at Vista.
2015-09-01 I moved to Lisbon. | I joined Feedzai.
2016-02-02 Tom moved to Lagos.
2016-05-12 Ana is dating Bruno.
2016-08-20 My boss is Marta.
2016-11-11 I adopted a dog. My dog is called Rex.
2017-01-15 Ana moved to Coimbra.
2017-03-30 Carla quit Vista. | Carla joined Sonae.
2017-06-18 I live in Lisbon. | Bruno still works at Altice.
2017-09-09 Ana and Bruno broke up.
2017-10-01 Ana moved to Lisbon.
2017-12-24 Tom quit Galp.
2018-01-10 Tom joined Efacec. | Tom likes surfing.
2018-04-04 Ana left Bosch. | Ana works at Unbabel.
2018-06-06 I stopped liking jazz. | I like fado.
2018-09-10 Bruno moved to Madrid.
2018-11-20 Carla lives in Porto.
2019-01-05 Bruno left Altice. | Bruno joined Telefonica.
2019-03-14 I am dating Nuno. | Nuno lives in Lisbon.
2019-07-07 Tom moved to Faro.
2019-10-10 Carla works at Farfetch.
2020-02-01 I quit Feedzai. | I work at Talkdesk.
2020-05-20 Ana moved to Porto.
2020-08-15 Nuno works at Novabase.
2020-12-01 I moved to Cascais.
2021-03-01 Ana is married to Pedro. | Pedro lives in Porto.
2021-04-22 Nuno and I broke up.
2021-06-30 In 2012 I lived in Rome.
2021-09-09 Tom works at Galp. | Actually, Tom works at Siemens, not Galp.
2022-01-12 Carla moved to London in 2021.
2022-03-03 Bruno moved to Seville.
2022-06-16 Ana left Unbabel in 2021. | Ana joined OutSystems in 2021.
2022-10-10 I moved to Sintra.
2023-01-08 My boss is Rui.
2023-03-19 Tom hates surfing.
2023-05-05 Carla joined Revolut.
2023-07-01 Pedro works at Sword.
2023-09-20 I work at Sword.
2023-11-11 Bruno lives in Seville.
2024-01-15 Ana moved to Lisbon.
2024-02-02 Pedro moved to Lisbon.
"""


def story() -> list[dict[str, Any]]:
    """The messages in the order they were said, each with a key."""
    said = []
    for line in _SAID.strip().splitlines():
        day, _, texts = line.partition(" ")
        for minute, text in enumerate(texts.split(" | ")):
            at = datetime.fromisoformat(day).replace(hour=12, minute=minute, tzinfo=UTC)
            said.append({"content": text.strip(), "at": at, "session": day[:4], "key": f"{day}/{minute}"})
    return said
