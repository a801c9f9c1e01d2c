// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace lockkeeper::redis {

/// What a reply may cost before it is believed.
struct ReplyLimits {
    std::size_t bytes = std::size_t{1024} * 1024; ///< of one reply on the wire
    std::size_t elements = std::size_t{16} * 1024; ///< of one reply, nested ones included
    std::size_t depth = 8; ///< of nested arrays
    /// Not 0: a longer string is read past, with an Error in its place; so is a reply that has too
    /// many bytes or elements. Both can be told by isTooLarge(). 0: such a reply ends the stream.
    std::size_t longestText = 0;
};

/// The error in the place of what was read past (ReplyLimits::longestText).
[[nodiscard]] bool isTooLarge(const Error& error);
[[nodiscard]] bool isTooLarge(const Reply& reply);

/// Cuts a byte stream into replies, with hiredis' reader as the RESP2 codec. Incremental: bytes may
/// come in slices of any size. Not thread-safe.
class ReplyParser {
public:
    explicit ReplyParser(ReplyLimits limits = {});
    ~ReplyParser();
    ReplyParser(ReplyParser&&) noexcept;
    ReplyParser& operator=(ReplyParser&&) noexcept;

    /// Adds bytes from the wire.
    void feed(std::string_view bytes);

    /// The next complete reply, or null if more bytes are needed. It is the parser's until the next
    /// call, and may be moved from. NotRedis if the stream is not RESP2 or a reply breaks the
    /// limits (see longestText); the parser is unusable from then on.
    [[nodiscard]] Result<Reply*> next();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
