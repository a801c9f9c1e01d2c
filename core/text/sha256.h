// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper {

/// Computes SHA-256 of bytes that come in pieces. Move-only; not thread-safe. Ends the program if
/// OpenSSL can't compute it: a wrong hash would say that a file was changed.
class Sha256 {
public:
    static constexpr std::size_t kHexLength = 64;

    Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    ~Sha256();

    void add(std::string_view bytes);
    /// The hash of all that was added, in lower-case hex digits. Begins anew.
    [[nodiscard]] std::string takeHex();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper
