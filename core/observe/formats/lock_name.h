// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lockkeeper::observe {

/// What the name of a key says about the key.
enum class NameHint : std::uint8_t {
    Other, ///< not a lock: a session, a token, what is kept beside a lock, such as its statistics
    Nothing, ///< neither
    Resembles, ///< perhaps a lock: `orderlock:7`, `scheduler:leader`
    Lock, ///< a lock: `lock:orders`, `orders:7:lock`, `orderMutex`, `import-lease-3`
};

/// Reads a name as words, divided by everything that is no letter and by changes of case. It
/// suggests a lock if one of the words is `lock`, `mutex`, `lease` or `semaphore`, or their plural.
///
/// Words that merely contain one of these do not count: `locked_at`, `locker`, `unlock`, `clock`.
/// Compounds of technical words do (`redlock`, `spinlock`); others resemble a lock (`orderlock`),
/// and so does `leader`. What describes a lock is none: `lock_stats`, `lock:orders:last_used_at`,
/// `lock:attempts:5`, `order_lock:5:state`. Reads the first 1024 bytes. Pure.
[[nodiscard]] NameHint nameHint(std::string_view key);

/// True if the name is that of a list of locks: `locks:flight:7`, and no lock word in the singular.
/// Pure.
[[nodiscard]] bool isOfManyLocks(std::string_view key);

/// True for names of what is stored, not of what is done: `user:7:api_key`, `feed:cursor`,
/// `users:last-signup`. For names without a lock word.
[[nodiscard]] bool isOfValue(std::string_view key);

/// True for names of what one does at a time: `importer:in_progress`, `inflight:7`, `syncing:7`. A
/// word that ends in `ing` begins or ends the name, or it is one of a few others.
[[nodiscard]] bool isOfWork(std::string_view key);

/// True for names of settings, texts and statistics: `feature:lock_v2`, `i18n:de:lock`.
[[nodiscard]] bool isOfSetting(std::string_view key);

/// True for names of what is set aside: `stock:lock:42`, `lock_stock:sku:17`.
[[nodiscard]] bool isOfStock(std::string_view key);

/// True if a word for what people sign in to, or with, stands beside a lock word: `login:lock:ann`,
/// `lock:account:5`. Pure.
[[nodiscard]] bool isOfAccount(std::string_view key);

/// True for what Lockkeeper and other libraries keep beside a lock and name after it. Pure.
[[nodiscard]] bool isBesideLock(std::string_view key);

} // namespace lockkeeper::observe
