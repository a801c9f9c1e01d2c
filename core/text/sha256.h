// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper {

/// Hashes text in pieces. Aborts if OpenSSL fails: a wrong hash would report a changed file.
class Sha256 {
public:
    static constexpr std::size_t kHexLength = 64;

    Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    ~Sha256();

    void add(std::string_view bytes);
    /// Then begins a new hash.
    [[nodiscard]] std::string takeHex();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper
