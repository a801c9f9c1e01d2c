// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"

#include <cstdint>
#include <span>

namespace lockkeeper::observe {

/// What the receiver of readings knows of the keys. Used on the reader's thread.
class KeyRecords {
public:
    /// Most keys of one call: as many as fit into the CPU caches with their records.
    static constexpr std::size_t kMost = 64;

    KeyRecords() = default;
    virtual ~KeyRecords() = default;
    KeyRecords(const KeyRecords&) = delete;
    KeyRecords& operator=(const KeyRecords&) = delete;

    /// Prefetches the records of these keys: their readings come next. Prefetching many at once is
    /// several times faster than one lookup after the other.
    virtual void expect(std::span<const KeyReading> next) const = 0;
    /// A bit for each key that was a short string when it was read last, on this or another master.
    [[nodiscard]] virtual std::uint64_t findShort(std::span<const std::string> keys) const = 0;
};

} // namespace lockkeeper::observe
