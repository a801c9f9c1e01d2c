// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lockkeeper::observe {

enum class NameHint : std::uint8_t {
    Other, ///< no lock: a session, a token, something beside a lock
    Nothing,
    Resembles, ///< perhaps: `orderlock:7`, `scheduler:leader`
    Lock, ///< `lock:orders`, `orders:7:lock`, `orderMutex`, `import-lease-3`
};

/// Reads up to 1024 bytes. Rules: docs/formats.md, "What a name says".
[[nodiscard]] NameHint nameHint(std::string_view key);

/// `locks:flight:7`.
[[nodiscard]] bool isOfManyLocks(std::string_view key);

/// Something stored: `user:7:api_key`, `feed:cursor`. For names without a lock word.
[[nodiscard]] bool isOfValue(std::string_view key);

/// In progress: `inflight:7`, `syncing:7`.
[[nodiscard]] bool isOfWork(std::string_view key);

/// Begins with what it stores: `heartbeat:web-3`, `session:7`; not `cleanup-tokens`.
[[nodiscard]] bool beginsWithContent(std::string_view key);

/// Or a text or number: `feature:lock_v2`, `i18n:de:lock`.
[[nodiscard]] bool isOfSetting(std::string_view key);

/// `stock:lock:42`, `lock_stock:sku:17`.
[[nodiscard]] bool isOfStock(std::string_view key);

/// Counted of a lock, or by a limiter: `lock:a:count`, `limiter:/locks:7`.
[[nodiscard]] bool isOfCounter(std::string_view key);

/// `semaphore:render`, but not `lock:semaphore`.
[[nodiscard]] bool isOfPermits(std::string_view key);

/// Or a login: `login:lock:ann`, `lock:account:5`.
[[nodiscard]] bool isOfAccount(std::string_view key);

/// Kept by Lockkeeper or a library, under a derived name.
[[nodiscard]] bool isBesideLock(std::string_view key);

/// By a common word: `{lock:orders}:seq`. A user's pattern overrides it.
[[nodiscard]] bool isNumberBesideLock(std::string_view key);

} // namespace lockkeeper::observe
