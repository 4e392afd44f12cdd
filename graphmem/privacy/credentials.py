"""Keys and tokens as services issue them: most begin with letters that nothing else begins with.

The forms are those that the services document or that their scanners publish. What has no form of its own is told by its name
("api_key=", "my access token is"), and must then look made by a machine.
"""

from __future__ import annotations

from graphmem.privacy.rule import Rule, shipped


def _issued(name: str, pattern: str, *hints: str, gate: str = "") -> Rule:
    """A token with a beginning of its own, in whatever case `hints` are compared."""
    return shipped(name, rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", "key", hints=hints, gate=gate)


ISSUED = (
    _issued("aws_access_key_id", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}", "akia", "asia", "abia", "acca"),
    shipped(
        "aws_secret_access_key",
        r"(?i)secret_?(?:access)?_?key\b[\"']?\s*(?:=>|[:=])\s*[\"']?(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        "key",
        hints=("secret",),
    ),
    _issued(
        "github",
        r"gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{22,255}",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
    ),
    _issued("gitlab", r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.\-]{20,}", "gl"),
    _issued("slack", r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}", "xox", "xapp-"),
    shipped(
        "slack_webhook",
        r"https://hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9/+_-]{20,})",
        "key",
        hints=("hooks.slack",),
    ),
    _issued(
        "stripe", r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}", "k_live_", "k_test_", "whsec_"
    ),
    _issued("openai", r"sk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,}", "sk-"),
    _issued("anthropic", r"sk-ant-(?:api|admin|oat|ort|sid)\d\d-[A-Za-z0-9_-]{24,}", "sk-ant-"),
    _issued("google_api", r"AIza[A-Za-z0-9_-]{35}", "aiza"),
    _issued(
        "google_oauth",
        r"GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_.-]{20,}|1//0[A-Za-z0-9_-]{30,}",
        "gocspx-",
        "ya29.",
        "1//0",
    ),
    _issued("jwt", r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*", "eyj"),
    _issued("npm", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _issued("pypi", r"pypi-[A-Za-z0-9_-]{32,}", "pypi-"),
    _issued("rubygems", r"rubygems_[a-f0-9]{48}", "rubygems_"),
    _issued("sendgrid", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}", "sg."),
    _issued("twilio", r"SK[a-f0-9]{32}", "sk"),
    _issued("telegram", r"\d{8,10}:AA[A-Za-z0-9_-]{33}", ":aa"),
    # A dot is in most texts; six letters between two are in few.
    _issued(
        "discord",
        r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}",
        gate=r"\.[A-Za-z0-9_-]{6}\.",
    ),
    shipped(
        "discord_webhook",
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/(?P<secret>\d{17,20}/[A-Za-z0-9_-]{60,72})",
        "key",
        hints=("api/webhooks",),
    ),
    _issued("mailgun", r"key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}", "key-", "-"),
    _issued("mailchimp", r"[a-f0-9]{32}-us\d{1,2}", "-us"),
    _issued("shopify", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}", "shp"),
    _issued("digitalocean", r"do[por]_v1_[a-f0-9]{64}", "_v1_"),
    _issued("huggingface", r"(?:hf|api_org)_[A-Za-z]{30,40}", "hf_", "api_org_"),
    _issued("databricks", r"dapi[a-f0-9]{32}(?:-\d)?", "dapi"),
    _issued("square", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60}", "sq0", "eaaa"),
    _issued("facebook", r"EAA[A-Za-z0-9]{60,}", "eaa"),
    _issued("new_relic", r"NRA[KA]-[A-Z0-9]{27}", "nra"),
    _issued("grafana", r"gl(?:sa|c)_[A-Za-z0-9_+/=]{32,}", "glsa_", "glc_"),
    _issued("linear", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}", "lin_"),
    _issued("notion", r"secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,60}", "secret_", "ntn_"),
    _issued("postman", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}", "pmak-"),
    _issued("atlassian", r"AT(?:ATT|CTT|BB)[A-Za-z0-9_=-]{24,}(?:=[A-F0-9]{8})?", "atatt", "atctt", "atbb"),
    _issued("vault", r"hv[sbr]\.[A-Za-z0-9_-]{24,}", "hvs.", "hvb.", "hvr."),
    _issued("terraform", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}", ".atlasv1."),
    _issued("docker", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}", "dckr_"),
    _issued("groq", r"gsk_[A-Za-z0-9]{40,60}", "gsk_"),
    _issued("xai", r"xai-[A-Za-z0-9]{70,90}", "xai-"),
    _issued("perplexity", r"pplx-[A-Za-z0-9]{40,60}", "pplx-"),
    _issued("replicate", r"r8_[A-Za-z0-9]{37}", "r8_"),
    _issued("dropbox", r"sl\.(?:u\.)?[A-Za-z0-9_-]{60,}", "sl."),
    _issued("doppler", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{40,44}", "dp."),
    _issued("netlify", r"nfp_[A-Za-z0-9]{36}", "nfp_"),
    _issued(
        "supabase", r"sb[ps]_[A-Za-z0-9_]{36,}|sb_(?:secret|publishable)_[A-Za-z0-9_-]{20,}", "sbp_", "sbs_", "sb_"
    ),
    _issued("planetscale", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}", "pscale_"),
    _issued("pulumi", r"pul-[a-f0-9]{40}", "pul-"),
    _issued("sentry", r"sntry[su]_[A-Za-z0-9_=+/-]{40,}", "sntry"),
    _issued("braintree", r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}", "access_token$"),
    _issued("azure_ad_secret", r"[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}", "8q~"),
    shipped(
        "azure_connection",
        r"(?i)(?:Account|SharedAccess)Key=(?P<secret>[A-Za-z0-9+/]{40,}={0,2})",
        "key",
        hints=("key=",),
    ),
    shipped(
        "signed_url",
        r"(?i)[?&;](?:sig|signature|x-amz-signature|x-goog-signature)=(?P<secret>[A-Za-z0-9%+/=_-]{20,})",
        "key",
        hints=("sig=", "signature="),
    ),
)

#: What a header or a name in front of a value says.
_NAMED = (
    r"(?:api|access|auth|authentication|authorization|secret|client|app|application|consumer|signing|encryption|license|service|account|"
    r"bearer|refresh|session|id|deploy|personal|bot|webhook|integration|oauth|csrf|jwt|azure|aws|admin|master|storage)"
)

_MADE = r"[A-Za-z0-9_+/=.~%-]{16,}"


def looks_made(text: str) -> bool:
    """Whether a machine made it: letters and digits in no order, not a word, a path, a placeholder or a number."""
    core = text.strip("=.-_")
    digits = sum(each.isdecimal() for each in core)
    letters = sum(each.isalpha() for each in core)
    return digits >= 2 and letters >= 2 and len(set(core.casefold())) >= 8 and "..." not in core  # noqa: PLR2004


NAMED = (
    shipped("bearer", rf"(?i)\bbearer\s+(?P<secret>{_MADE})", "key", valid=looks_made, hints=("bearer",)),
    shipped(
        "basic_header",
        r"(?i)\bauthorization[\"']?\s*[:=]\s*[\"']?(?:basic|token|digest|apikey|key)\s+(?P<secret>[A-Za-z0-9+/_.~-]{8,}={0,2})",
        "key",
        hints=("authorization",),
    ),
    shipped(
        "named_key",
        rf"(?i)(?:{_NAMED}[ _-]?(?:api[ _-]?)?(?:access[ _-]?)?(?:key|token|secret)|\btokens?|\bsecrets?|[a-z0-9]_(?:key|token|secret)|\b(?:x-)?api-?key|[?&]key)"
        rf"(?:[ _-]?(?:id|value|string))?[\"'\]]*(?:\s+(?:for|of|to|from)\s[^\n:=,;]{{1,40}}?)?\s*(?:=>|:=|[:=]|\b(?:is|was|are|will be|ist|es|est|é|è)\b:?)\s*[\"'`]?"
        rf"(?P<secret>{_MADE})(?![(\w])",
        "key",
        valid=looks_made,
        hints=("key", "token", "secret"),
    ),
    shipped(
        "quoted_key",
        r"""(?i)(?:secret|key|token)["'\]]*\s*(?:=>|:=|[:=])\s*(?:"(?P<secret>[^"\s]{20,200})")""",
        "key",
        valid=looks_made,
        hints=("key", "token", "secret"),
    ),
)

#: What stands between the first and last line of a key, also where a JSON text writes its line ends as \n.
_BODY = r"(?:[A-Za-z0-9+/=\s:,.()@<>_]|-(?!-)|\\[nr]){0,20000}?"

PRIVATE = (
    shipped(
        "pem",
        rf"-----BEGIN (?:[A-Z0-9]+ ){{0,3}}PRIVATE KEY(?: BLOCK)?-----(?:{_BODY}-----END (?:[A-Z0-9]+ ){{0,3}}PRIVATE KEY(?: BLOCK)?-----|(?:\s|\\[nr])*(?:[A-Za-z0-9+/=]{{16,}}(?:\s|\\[nr])*)*(?:[A-Za-z0-9+/=]+)?)",
        "private_key",
        hints=("private key",),
    ),
    shipped(
        "putty",
        r"PuTTY-User-Key-File-\d:[^\0]{0,6000}?Private-MAC: [0-9a-f]+",
        "private_key",
        hints=("putty-user-key",),
    ),
    _issued("age", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}", "age-secret-key-"),
    shipped(
        "hex_private_key",
        r"(?i)private[ _-]?key[\"']?(?:\s+(?:is|was))?\s*[:=]?\s*[\"']?(?P<secret>(?:0x)?[0-9a-f]{64})(?![0-9a-f])",
        "private_key",
        hints=("private",),
    ),
    shipped(
        "seed_phrase",
        r"(?i)(?:seed|recovery|mnemonic|backup|secret)[ _-]?(?:phrase|words|mnemonic)\b(?:\s+(?:is|are|was))?\s*[:=]?\s*[\"']?(?P<secret>(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})\b",
        "private_key",
        hints=("phrase", "words", "mnemonic"),
    ),
)
