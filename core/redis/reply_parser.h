// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace lockkeeper::redis {

/// Limits on the size of a reply.
struct ReplyLimits {
    std::size_t bytes = std::size_t{1024} * 1024; ///< of one reply, as encoded
    std::size_t elements = std::size_t{16} * 1024; ///< of one reply, nested ones included
    std::size_t depth = 8; ///< of nested arrays
    /// If not 0, a longer string is skipped and replaced by an Error; so is a reply with too many
    /// bytes or elements. isTooLarge() recognises both. If 0, such a reply ends the stream; so does
    /// one that announces more than any server stores (512 MiB).
    std::size_t longestText = 0;
    /// (longestText) If not 0, a status is cut to so many bytes, and the rest skipped for as long
    /// as its line goes on.
    std::size_t longestStatus = 0;
};

/// True for the error that replaces what was skipped (ReplyLimits::longestText).
[[nodiscard]] bool isTooLarge(const Error& error);
[[nodiscard]] bool isTooLarge(const Reply& reply);

/// Splits a byte stream into replies; hiredis' reader decodes RESP2. Incremental: bytes may arrive
/// in pieces of any size. Not thread-safe.
class ReplyParser {
public:
    explicit ReplyParser(ReplyLimits limits = {});
    ~ReplyParser();
    ReplyParser(ReplyParser&&) noexcept;
    ReplyParser& operator=(ReplyParser&&) noexcept;

    /// Adds bytes from the wire.
    void feed(std::string_view bytes);

    /// Returns the next complete reply, or null if more bytes are needed. The parser owns the reply
    /// until the next call; it may be moved from. Elements that are moved back save the parser an
    /// allocation. NotRedis if the stream is not RESP2 or a reply
    /// exceeds the limits (see longestText); the parser is unusable afterwards.
    [[nodiscard]] Result<Reply*> next();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
