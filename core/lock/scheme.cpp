// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scheme.h"

#include "core/lock/schemes/classic.h"

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
    std::string text = "there is no lock scheme '";
    text.append(name).append("'; known are");
    for (const char* separator = " "; const Scheme& scheme : schemes)
        text.append(std::exchange(separator, ", ")).append(scheme.name());
    return fail(ErrorClass::InvalidArgument, std::move(text));
}

std::string_view nameOf(SchemeRef scheme)
{
    return scheme.get().name();
}

} // namespace lockkeeper::lock
