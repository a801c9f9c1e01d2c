// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <span>

namespace lockkeeper::observe {

/// What the receiver knows of keys. Used on the reader's thread.
class KeyRecords {
public:
    /// Per call: fits into CPU caches, with the records.
    static constexpr std::size_t kMost = 64;

    KeyRecords() = default;
    virtual ~KeyRecords() = default;
    KeyRecords(const KeyRecords&) = delete;
    KeyRecords& operator=(const KeyRecords&) = delete;

    /// Prefetches the records of the next readings: several times faster than single lookups.
    virtual void expect(std::span<const KeyReading> next) const = 0;
    /// A bit per key last read as a short string, on any master.
    [[nodiscard]] virtual std::uint64_t findShort(std::span<const std::string> keys) const = 0;
};

} // namespace lockkeeper::observe
