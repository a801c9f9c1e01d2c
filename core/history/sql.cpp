// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/sql.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <limits>

namespace lockkeeper::history {

std::int64_t unixMs(WallTime time) noexcept
{
    return time == WallTime::max() ? std::numeric_limits<std::int64_t>::max()
                                   : sinceEpoch(time).count();
}

std::int64_t plausibleMs(std::int64_t read) noexcept
{
    constexpr std::int64_t kLast = 9'000'000'000'000; // in 2255; WallTime ends in 2262
    return std::clamp<std::int64_t>(read, 0, kLast);
}

DatabaseError databaseError(const Place& place, const SqlError& failure)
{
    // It may quote a file or a server.
    return {.kind = failure.kind(),
        .error = refusal(place, ErrorClass::System, displaySafe(failure.what())).error};
}

DatabaseError refusal(const Place& place, ErrorClass kind, const std::string& reason)
{
    return {.error = Error{kind,
                absl::Substitute(
                    trNoop("history $0: $1", "data"), displaySafe(place.text(), 4096), reason)}};
}

std::unique_ptr<Sql> openSql(const Place& place, SqlAccess access)
{
    return place.isServer() ? openPostgres(place, access) : openSqlite(place.file, access);
}

} // namespace lockkeeper::history
