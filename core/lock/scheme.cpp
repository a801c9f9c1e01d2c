// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scheme.h"

#include "core/lock/classic.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::lock {

const std::vector<SchemeRef>& allSchemes()
{
    static const std::vector<SchemeRef> schemes{redlock(), setnxExpire(), setnxTimestamp(),
        luaSetnxExpire(), setNxPx(), setNxPxTokenGetDel(), setNxPxToken(), redisson(), redisPy()};
    return schemes;
}

Result<SchemeRef> findScheme(std::string_view name)
{
    const auto& schemes = allSchemes();
    const auto found = std::ranges::find(schemes, name, &Scheme::name);
    if (found != schemes.end())
        return *found;
    std::string known;
    for (const Scheme& scheme : schemes)
        known.append(known.empty() ? "" : ", ").append(scheme.name());
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("there is no lock scheme '$0'; known are $1", "data"),
            std::string(name), known));
}

std::string_view nameOf(SchemeRef scheme)
{
    return scheme.get().name();
}

} // namespace lockkeeper::lock
