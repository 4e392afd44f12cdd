"""Passwords in prose and in configurations, and codes: PINs, those of doors and alarms, and such as are sent to prove who somebody is.

"My password is sunflower" gives one away, "my password is wrong" does not. What follows is taken for one when it is written as no word
is (a digit in it, a sign), when it is quoted, or when it ends the sentence and is none of the words that people say about passwords.
"""

from __future__ import annotations

import re

from graphmem.privacy.rule import Rule, shipped
from graphmem.privacy.words import about_passwords

#: What passwords are called.
_NAME = (
    r"(?<![a-z0-9])pw|pass(?:words?|wd|codes?|phrases?|wort|wörter)|kennwort|pwd|senha|palavra[- ]passe|contraseñ?a|contrasena|clave de acceso|"
    r"mot de passe|mdp|(?<![a-z0-9])pw|wachtwoord|lösenord|hasło|пароль|密码|密碼|パスワード|비밀번호"
)
#: Short names that are also words, taken only where a sign of assignment or a second name says what they are.
_SHORT = r"pass|pw|smtp_pass|db_pass"

_HINTS = (
    *(
        "pass",
        "kennwort",
        "pwd",
        "pw",
        "senha",
        "contrase",
        "clave",
        "mdp",
        "wachtwoord",
        "lösenord",
        "hasło",
        "пароль",
    ),
    *("密码", "密碼", "パスワード", "비밀번호"),
)

_LINK = r"(?:['’]s|\s+(?:is now|is|was|will be|are|lautet|ist|é|es|est|è|será|war|has been changed to|(?:was|is) (?:re)?set to|to))\s*:?\s*(?:now\s+)?"
_ASSIGN = r"[\"'\]]*\s*(?:=>|:=|==?|[:：])\s*"
_BARE = r"[^\s\"'`,;<>(){}\[\]&|]+"
_QUOTED = r"(?P<quote>[\"'`“‘«])(?P<secret>[^\"'`”’»\n]{3,128})[\"'`”’»]"

#: Between the name and the verb: "the password for the NAS is", "the wifi password at Ana's is".
_OF = r"(?:\s+(?:for|of|at|on|to|in|from|da|do|de|del|della|für|pour|van)\s[^\n.,:;=!?\"]{1,40}?)?"


def _plain(text: str) -> str:
    return text.strip(".,;:!?()[]{}\"'`").casefold()


def is_written_as_no_word(text: str) -> bool:
    """Whether it has a digit among letters, or a sign that words do not have."""
    core = text.rstrip(".,;:)!?")
    if len(core) < 4 or is_placeholder(text):  # noqa: PLR2004
        return False
    letters, digits = any(c.isalpha() for c in core), any(c.isdecimal() for c in core)
    signs = any(c in "!@#$%^&*+=?~_|\\" for c in core)
    return (letters and digits) or (signs and (letters or digits)) or (digits and core.isdecimal())


_PLACEHOLDER = re.compile(
    r"""(?ix)
      [*•x.…_-]+ | \$\{?\w.* | %\w.* | <.* | \{.* | \[.* | your[-_ ].* | .*\bexample\b.* | \.\.\. .*
    | (?:[a-z_]\w*\.)+[a-z_]\w*                 # an attribute: settings.password
    | (?:os|process|env|config|self|this|args|request|settings)\..*
    | [a-z_][\w.]*\(.*                          # a call
    | (?:str|string|text|none|null|nil|undefined|true|false|int|bytes|secretstr|varchar|char|boolean|object|any|optional|unset|empty|n/?a)\b.*
    """
)


def is_placeholder(text: str) -> bool:
    """Whether it stands for a password in code, a form or a manual."""
    return _PLACEHOLDER.fullmatch(text.rstrip(",;")) is not None


def can_be_assigned(text: str) -> bool:
    """Whether what stands after "password:" can be one."""
    return len(text) >= 3 and not is_placeholder(text) and _plain(text) not in about_passwords()  # noqa: PLR2004


def can_be_said(text: str) -> bool:
    """Whether what stands after "my password is" can be one: written as no word, or a word that says nothing about passwords."""
    if is_placeholder(text):
        return False
    if is_written_as_no_word(text):
        return True
    word = _plain(text)
    return len(word) >= 4 and word.isalpha() and word not in about_passwords()  # noqa: PLR2004


def _rule(
    name: str, pattern: str, valid: object = None, hints: tuple[str, ...] = _HINTS, category: str = "password"
) -> Rule:
    return shipped(name, f"(?i){pattern}", category, valid=valid, hints=hints)  # type: ignore[arg-type]


#: After a word that may be a password the sentence ends, or goes on with another thing.
_ENDS = r"(?=[.!?…]*(?:$|[\n\"”])|[.,;!?]+\s|\s*[,;(]|\s+(?:and|but|for|on|at|y|und|et|e|en)\b)"
_START = r"(?<![^\W_])"

PASSWORDS = (
    _rule("password_quoted", rf"{_START}(?:{_NAME})\b{_OF}(?:{_ASSIGN}|{_LINK}|\s+){_QUOTED}", can_be_assigned),
    _rule(
        "password_quoted_before",
        rf"{_QUOTED}\s+(?:as|is|was|for)\s+(?:the|my|our|his|her|their|a)\s+(?:\w+\s+)?(?:{_NAME})\b",
        can_be_assigned,
    ),
    _rule("password_assigned", rf"(?:{_NAME})\b{_OF}{_ASSIGN}[\"']?(?P<secret>{_BARE})(?<![.,;:)])", can_be_assigned),
    _rule(
        "password_assigned_short",
        rf"{_START}(?:{_SHORT}){_ASSIGN}[\"']?(?P<secret>{_BARE})(?<![.,;:)])",
        can_be_assigned,
    ),
    _rule(
        "passphrase", rf"{_START}pass(?:phrase|word){_ASSIGN}(?P<secret>[a-z]+(?: [a-z]+){{3,9}})\s*$", None, ("pass",)
    ),
    _rule("password_said", rf"(?:{_NAME}){_OF}{_LINK}(?P<secret>{_BARE})(?<![.,;:)]){_ENDS}", can_be_said),
    _rule("password_said_signs", rf"(?:{_NAME}){_OF}{_LINK}(?P<secret>{_BARE})(?<![.,;:)])", is_written_as_no_word),
    _rule(
        "password_parted",
        rf"(?:{_NAME})(?:,\s[^\n.,:;=!?]{{1,40}},\s+(?:is|was)\s+|\s+[-–—]\s+)(?P<secret>{_BARE})(?<![.,;:)])",
        is_written_as_no_word,
    ),
    _rule(
        "password_cjk",
        r"(?:密码|密碼|パスワード|비밀번호)\s*(?:是|为|は|는|:|：)\s*(?P<secret>[!-~]{4,})",
        can_be_assigned,
    ),
    _rule("password_beside", rf"{_START}(?:{_NAME}|{_SHORT})\s+(?P<secret>{_BARE})(?<![.,;:)])", is_written_as_no_word),
    _rule("option", rf"--?(?:{_NAME}|pass)[ =][\"']?(?P<secret>{_BARE})", can_be_assigned),
    _rule("element", rf"<(?:{_NAME})>(?P<secret>[^<\n]{{3,128}})</", can_be_assigned),
    _rule(
        "mysql", r"\bmysql(?:dump|admin)?\b[^\n|;]{0,80}?\s-p(?P<secret>[^\s\"'|;]{4,})", can_be_assigned, ("mysql",)
    ),
    _rule("sshpass", r"\bsshpass\s+-p\s*[\"']?(?P<secret>[^\s\"']+)", can_be_assigned, ("sshpass",)),
    _rule(
        "curl_user",
        r"\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user)\s*[\"']?[^\s:\"']+:(?P<secret>[^\s\"']+)",
        can_be_assigned,
        ("curl",),
    ),
    _rule(
        "piped_password",
        r"\becho\s+[\"']?(?P<secret>[^\s\"']{4,})[\"']?\s*\|\s*(?:sudo|passwd|openssl|gpg|chpasswd)",
        can_be_assigned,
        ("echo",),
    ),
    _rule(
        "url_password",
        r"\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@\"'<>]{0,80}:(?P<secret>[^\s/@\"'<>]{1,128})@",
        can_be_assigned,
        ("://",),
    ),
)

_CODES = (
    r"(?:door|gate|alarm|entry|entrance|access|garage|locker|lock|safe|vault|keypad|building|unlock|verification|one[- ]time|security|"
    r"confirmation|authentication|2fa|otp|sms|login|voicemail|sim)"
)

CODES = (
    _rule(
        "pin",
        r"(?<![\w.])(?<!gpio )pin(?:\s+(?:code|number))?(?:\s+(?:for|of|de|del|da|do|der) [^\n.:=\d]{1,40}?)?\s*(?:is now|is|was|to|=|:|lautet|ist|es|est|é)?:?\s*(?P<secret>\d{4,6})(?![\w.]?\d)(?!\s*,?\s*[A-Z][a-z])",
        None,
        ("pin",),
        "code",
    ),
    _rule(
        "access_code",
        rf"\b{_CODES} (?:code|combination|number|pin)s?{_OF}(?:{_ASSIGN}|{_LINK}|\s+)(?:is\s+)?(?P<secret>[*#]?\d{{4,8}}[*#]?)(?![\w.-]?\d)",
        None,
        ("code", "combination", "number", "pin"),
        "code",
    ),
    _rule(
        "code_of",
        rf"\bcode (?:for|of|to|on|at) (?:(?:the|my|our|his|her|their|a)\s+)?(?:[\w’']+\s+)?{_CODES}s?(?:{_ASSIGN}|{_LINK})(?P<secret>[*#]?\d{{4,8}}[*#]?)(?![\w.-]?\d)",
        None,
        ("code",),
        "code",
    ),
    _rule(
        "one_time",
        r"(?<![^\W_])(?:otp|totp|2fa)\b(?:\s+(?:code|is|was)|\s*[:=]){0,2}\s*(?P<secret>\d{6,8})(?!\d)",
        None,
        ("otp", "2fa"),
        "code",
    ),
    _rule(
        "recovery_codes",
        r"\b(?:recovery|backup) codes?\b(?:\s+(?:is|are))?\s*:?\s*(?P<secret>(?:(?=[a-z-]*\d)[a-z0-9]{4,}(?:-[a-z0-9]{4,})*[\s,]*)+)",
        None,
        ("recovery code", "backup code"),
        "code",
    ),
    _rule(
        "passcode", rf"\bpasscode{_OF}(?:{_ASSIGN}|{_LINK}|\s+)(?P<secret>\d{{4,8}})(?!\d)", None, ("passcode",), "code"
    ),
    _rule(
        "combination",
        r"\bcombination(?:\s+(?:of|for|to)\s[^\n.,:;=\d]{1,40}?)?(?:\s+is|\s*[:=])\s*(?P<secret>\d{1,2}(?:[- ]\d{1,2}){2,3})(?!\d)",
        None,
        ("combination",),
        "code",
    ),
)
