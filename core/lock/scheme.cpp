// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/scheme.h"

#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/redlock.h"

#include <algorithm>

namespace lockkeeper::lock {

const std::vector<const Scheme*>& allSchemes()
{
    static const std::vector<const Scheme*> schemes{&redlock(), &setnxExpire(), &setnxTimestamp(),
        &luaSetnxExpire(), &setNxPx(), &setNxPxTokenGetDel(), &setNxPxToken(), &redisson(),
        &redisPy()};
    return schemes;
}

const Scheme* findScheme(std::string_view name)
{
    const auto& schemes = allSchemes();
    const auto found = std::ranges::find(schemes, name, &Scheme::name);
    return found == schemes.end() ? nullptr : *found;
}

} // namespace lockkeeper::lock
