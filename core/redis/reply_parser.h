// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace lockkeeper::redis {

struct ReplyLimits {
    std::size_t bytes = std::size_t{1024} * 1024; ///< encoded
    std::size_t elements = std::size_t{16} * 1024; ///< nested ones included
    std::size_t depth = 8;
    /// Not 0: a longer string, or a reply beyond the other limits, becomes an Error: isTooLarge().
    /// 0: it ends the stream, as anything beyond 512 MiB always does.
    std::size_t longestText = 0;
    /// (longestText) Not 0: cuts a longer status.
    std::size_t longestStatus = 0;
};

[[nodiscard]] bool isTooLarge(const Error& error);
[[nodiscard]] bool isTooLarge(const Reply& reply);

/// Splits a byte stream into replies. hiredis decodes RESP2.
class ReplyParser {
public:
    explicit ReplyParser(ReplyLimits limits = {});
    ~ReplyParser();
    ReplyParser(ReplyParser&&) noexcept;
    ReplyParser& operator=(ReplyParser&&) noexcept;

    void feed(std::string_view bytes);

    /// Null: more bytes are needed. The parser owns the reply until the next call; it may be moved
    /// from. NotRedis if the stream is no RESP2, or exceeds the limits: the parser is then
    /// unusable.
    [[nodiscard]] Result<Reply*> next();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
