// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/store_deeds.h"

#include "core/release/zookeeper_deeds.h"

#include <algorithm>
#include <array>

namespace lockkeeper::release {

const StoreKind* storeKind(std::string_view scheme)
{
    static constexpr std::array kKinds{kZooKeeper};
    const auto* const found = std::ranges::find(kKinds, scheme, &StoreKind::scheme);
    return found == kKinds.end() ? nullptr : found;
}

} // namespace lockkeeper::release
