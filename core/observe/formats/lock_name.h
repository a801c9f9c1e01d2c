// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lockkeeper::observe {

enum class NameHint : std::uint8_t {
    Other, ///< no lock: a session, a token, or something beside a lock, such as its statistics
    Nothing, ///< neither
    Resembles, ///< perhaps a lock: `orderlock:7`, `scheduler:leader`
    Lock, ///< a lock: `lock:orders`, `orders:7:lock`, `orderMutex`, `import-lease-3`
};

/// Reads up to 1024 bytes. The rules: docs/formats.md, "What a name says". Pure.
[[nodiscard]] NameHint nameHint(std::string_view key);

/// A list of locks: `locks:flight:7`. Pure.
[[nodiscard]] bool isOfManyLocks(std::string_view key);

/// Something stored: `user:7:api_key`, `feed:cursor`. For names without a lock word.
[[nodiscard]] bool isOfValue(std::string_view key);

/// Work in progress: `importer:in_progress`, `inflight:7`, `syncing:7`.
[[nodiscard]] bool isOfWork(std::string_view key);

/// A setting, text or number: `feature:lock_v2`, `i18n:de:lock`.
[[nodiscard]] bool isOfSetting(std::string_view key);

/// A reservation: `stock:lock:42`, `lock_stock:sku:17`.
[[nodiscard]] bool isOfStock(std::string_view key);

/// Counted of a lock, or by a limiter: `lock:a:count`, `lock:switch:counter:a`, `limiter:/locks:7`.
/// Pure.
[[nodiscard]] bool isOfCounter(std::string_view key);

/// Permits: `semaphore:render`, but not `lock:semaphore`. Pure.
[[nodiscard]] bool isOfPermits(std::string_view key);

/// An account or login: `login:lock:ann`, `lock:account:5`. Pure.
[[nodiscard]] bool isOfAccount(std::string_view key);

/// Kept by Lockkeeper or a library beside a lock, under a derived name. Pure.
[[nodiscard]] bool isBesideLock(std::string_view key);

/// By a common word: `{lock:orders}:seq`. A pattern of the user knows better. Pure.
[[nodiscard]] bool isNumberBesideLock(std::string_view key);

} // namespace lockkeeper::observe
