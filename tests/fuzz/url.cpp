// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/url.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// What a URL says survives being shown, but for the login, of which nothing is shown.
namespace lockkeeper::fuzz {
namespace {

using redis::Url;

bool isSamePlace(const Url& a, const Url& b)
{
    return a.kind == b.kind && a.host == b.host && a.path == b.path && a.database == b.database
        && a.tls == b.tls && (a.kind == Url::Kind::Unix || a.port == b.port);
}

void run(std::string_view input)
{
    auto url = Url::parse(input);
    if (!url) {
        check(url.error().kind == ErrorClass::InvalidUrl, "a wrong URL is an InvalidUrl");
        checkPrintable(url.error().text);
        return;
    }
    check(url->kind == Url::Kind::Unix ? url->path.starts_with('/') : !url->host.empty(),
        "a URL names a server");
    check(url->path.find('\0') == std::string::npos, "a path is one for the system, too");
    check(url->port != 0 && url->database >= 0, "port and database are in range");
    const std::string shown = url->redacted();
    Url other = *url;
    if (!other.user.empty() || !other.password.isEmpty()) {
        other.user = "another user";
        other.password = Secret("another password");
        check(other.redacted() == shown, "nothing of the login is shown");
    }
    other.user.clear();
    other.password = {};
    const auto again = Url::parse(other.redacted());
    check(again.has_value(), "a URL as shown is one");
    check(isSamePlace(*again, *url), "a URL as shown leads to the same place");
    check(again->user.empty() && again->password.isEmpty(), "a path or host is no login");
}

const Target kTarget("url", run);

} // namespace
} // namespace lockkeeper::fuzz
