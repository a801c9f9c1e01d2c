// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format_set.h"
#include "core/observe/kinds/kind.h"

#include <array>

namespace lockkeeper::observe {

/// Sums up the keys of one kind. A value of a bounded size.
class KindTally {
public:
    /// Adds a key, and what it is taken for.
    void add(const KeyReading& reading, const Assessment& assessment, WallTime now);
    void add(const KindTally& other);

    [[nodiscard]] std::size_t keys() const noexcept { return m_keys; }
    /// Number of keys that are taken for locks.
    [[nodiscard]] std::size_t locks() const noexcept
    {
        return m_certainties[1] + m_certainties[2] + m_certainties[3];
    }
    /// Everything but name and pattern.
    [[nodiscard]] Kind kind() const;

private:
    static constexpr std::size_t kReasons
        = static_cast<std::size_t>(CertaintyReason::NothingSaysLock) + 1;
    static constexpr std::size_t kTypes = static_cast<std::size_t>(ValueType::Other) + 1;
    /// No lock, then the values of Certainty.
    using Certainties = std::array<std::uint32_t, 4>;

    void addFormat(const std::string& name, std::size_t keys);
    void addTtl(std::optional<std::chrono::milliseconds> ttl);

    std::size_t m_keys = 0;
    Certainties m_certainties{};
    std::array<std::array<std::uint32_t, kReasons>, 4> m_reasons{};
    std::array<std::uint32_t, kTypes> m_types{};
    std::array<std::uint32_t, kValueShapes> m_shapes{};
    Shares<std::string> m_formats;
    bool m_isFormatAmbiguous = false;
    std::size_t m_withoutTtl = 0;
    std::optional<std::chrono::milliseconds> m_shortestTtl;
    std::optional<std::chrono::milliseconds> m_longestTtl;
    std::string m_example;
    std::size_t m_exampleCertainty = 0; ///< index in Certainties
};

} // namespace lockkeeper::observe
