// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/lock_name.h"

#include "core/text/ascii.h"

#include <absl/container/inlined_vector.h>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lockkeeper::observe {
namespace {

using namespace std::string_view_literals;

constexpr std::array kLockWords{"lock"sv, "mutex"sv, "lease"sv, "semaphore"sv};
/// A lock only as a word of its own: the ending of lock files.
constexpr std::array kWholeLockWords{"lck"sv};
/// Words of elections: whoever is elected holds a lock.
constexpr std::array kElectionWords{"leader"sv, "leadership"sv, "leading"sv, "election"sv};
/// The word for a lock in languages that programs are named in besides English. Most also mean
/// other things.
constexpr std::array kLockWordsElsewhere{"blokada"sv, "bloqueo"sv, "bloqueio"sv, "khoa"sv,
    "kilit"sv, "sperre"sv, "suo"sv, "trava"sv, "verrou"sv, "blokirovka"sv};
constexpr std::array kLockSignsElsewhere{"\u9501"sv, "\u9396"sv, "\u30ed\u30c3\u30af"sv,
    "\u6392\u4ed6"sv, "\u6392\u4e92"sv, "\u4e92\u65a5"sv, "kh\u00f3a"sv, "kho\u00e1"sv,
    "\u0431\u043b\u043e\u043a\u0438\u0440\u043e\u0432"sv, "\uc7a0\uae08"sv};
/// What a distributed lock is called, and nothing else.
constexpr std::array kCertainSigns{
    "\u5206\u5e03\u5f0f\u9501"sv, "\u5206\u5e03\u5f0f\u9396"sv, "\u5206\u6563\u30ed\u30c3\u30af"sv};
/// The end of the names of JetCache's locks.
constexpr std::string_view kJetCacheEnd = "_#RL#";
/// Chinese for: unlock, locked (of accounts and stock), a door's lock.
constexpr std::array kOtherSigns{
    "\u89e3\u9501"sv, "\u9501\u5b9a"sv, "\u95e8\u9501"sv, "\u89e3\u9396"sv, "\u9396\u5b9a"sv};
/// Compounds of a lock word and one of these are locks.
constexpr std::array kTechnicalWords{"async"sv, "cluster"sv, "cron"sv, "cronjob"sv, "d"sv, "db"sv,
    "dist"sv, "distributed"sv, "file"sv, "global"sv, "job"sv, "my"sv, "process"sv, "q"sv, "queue"sv,
    "r"sv, "read"sv, "red"sv, "redis"sv, "row"sv, "rw"sv, "shed"sv, "singleton"sv, "spin"sv,
    "sync"sv, "table"sv, "task"sv, "tf"sv, "thread"sv, "worker"sv, "workers"sv, "write"sv};
/// Words with one of these endings contain a lock word, but mean something else.
constexpr std::array kOtherEndings{"airlock"sv, "armlock"sv, "block"sv, "capslock"sv, "clock"sv,
    "deadlock"sv, "doorlock"sv, "flintlock"sv, "flock"sv, "gridlock"sv, "headlock"sv, "hemlock"sv,
    "interlock"sv, "livelock"sv, "numlock"sv, "padlock"sv, "please"sv, "release"sv, "screenlock"sv,
    "scrolllock"sv, "sherlock"sv, "unlock"sv, "wakelock"sv, "warlock"sv, "wedlock"sv};
/// With one of these before it, a lock is a thing, a setting, or a file of versions.
constexpr std::array kOtherBefore{"bootloader"sv, "bundle"sv, "caps"sv, "cargo"sv, "carrier"sv,
    "child"sv, "composer"sv, "flake"sv, "gear"sv, "gemfile"sv, "gun"sv, "hair"sv, "num"sv,
    "orientation"sv, "package"sv, "parental"sv, "pdm"sv, "pipfile"sv, "podfile"sv, "poetry"sv,
    "region"sv, "rotation"sv, "scroll"sv, "sim"sv, "uv"sv, "vesting"sv, "wheel"sv, "yarn"sv};
/// A name that begins so is that of a setting, a text or a number, if no TTL says otherwise.
constexpr std::array kSettingWords{"config"sv, "feature"sv, "features"sv, "ff"sv, "flag"sv,
    "flags"sv, "i18n"sv, "metrics"sv, "setting"sv, "settings"sv, "stats"sv, "toggle"sv,
    "translation"sv, "translations"sv, "views"sv};
/// Beside a lock word: what is set aside for somebody, or promised.
constexpr std::array kStockWords{
    "balance"sv, "fare"sv, "inventory"sv, "price"sv, "qty"sv, "quantity"sv, "quote"sv, "stock"sv};
/// Words for what is known about a lock, or kept beside it.
constexpr std::array kAttributes{"after"sv, "at"sv, "attempt"sv, "attempts"sv, "audit"sv, "by"sv,
    "channel"sv, "check"sv, "config"sv, "contention"sv, "count"sv, "counter"sv, "counts"sv,
    "date"sv, "denied"sv, "disabled"sv, "duration"sv, "enabled"sv, "error"sv, "errors"sv, "event"sv,
    "events"sv, "exists"sv, "expire"sv, "expired"sv, "expires"sv, "expiry"sv, "failed"sv,
    "failures"sv, "fence"sv, "history"sv, "index"sv, "info"sv, "init"sv, "initialized"sv, "latch"sv,
    "limit"sv, "list"sv, "log"sv, "logs"sv, "manager"sv, "message"sv, "metrics"sv, "notify"sv,
    "online"sv, "options"sv, "page"sv, "preference"sv, "preferences"sv, "queue"sv, "reason"sv,
    "released"sv, "releases"sv, "retries"sv, "retry"sv, "screen"sv, "settings"sv, "signal"sv,
    "stat"sv, "state"sv, "stats"sv, "status"sv, "theme"sv, "time"sv, "timeout"sv, "timeouts"sv,
    "times"sv, "token"sv, "tokens"sv, "total"sv, "ttl"sv, "type"sv, "types"sv, "until"sv,
    "version"sv, "versions"sv, "wait"sv, "waiters"sv, "waiting"sv, "warning"sv, "warnings"sv};
/// Words for what is counted of a lock: nobody locks these themselves, as one may a queue or a
/// list.
constexpr std::array kMeasures{"attempt"sv, "attempts"sv, "count"sv, "counter"sv, "counts"sv,
    "duration"sv, "errors"sv, "failed"sv, "failures"sv, "releases"sv, "retries"sv, "timeouts"sv,
    "total"sv, "waiters"sv};
/// People are locked out at these for minutes.
constexpr std::array kLoginWords{"login"sv, "logon"sv, "signin"sv, "password"sv, "passwd"sv,
    "pwd"sv, "pin"sv, "otp"sv, "totp"sv, "mfa"sv, "lockout"sv};
/// The same beside a word for a lock. The locks of such records last for seconds.
constexpr std::array kAccountWords{"account"sv, "card"sv, "login"sv, "logon"sv, "signin"sv,
    "password"sv, "passwd"sv, "pwd"sv, "pin"sv, "otp"sv, "totp"sv, "mfa"sv, "unlock"sv,
    "lockout"sv};
/// A part of a name that ends in one of these tells what became of a lock, and when.
constexpr std::array kPartEndings{"at"sv, "by"sv, "expired"sv, "released"sv, "until"sv};
/// Words for random values that are no locks.
constexpr std::array kOtherWords{"session"sv, "cache"sv, "token"sv, "csrf"sv, "nonce"sv, "cookie"sv,
    "otp"sv, "basket"sv, "cart"sv, "captcha"sv, "heartbeat"sv, "jwt"sv, "presence"sv};
/// What a name ends in that stands for something stored, of whatever is locked: nobody locks these.
constexpr std::array kStoredThings{"acl"sv, "aeskey"sv, "apikey"sv, "checksum"sv, "credentials"sv,
    "etag"sv, "firmware"sv, "mac"sv, "md5"sv, "mode"sv, "model"sv, "passcode"sv, "passwd"sv,
    "password"sv, "passwords"sv, "pin"sv, "pincode"sv, "prefix"sv, "pwd"sv, "secret"sv, "secrets"sv,
    "sha1"sv, "sha256"sv, "timezone"sv, "tz"sv, "url"sv, "wallpaper"sv};
/// What a name ends in that is called after its value, not after what is done under it.
constexpr std::array kValueWords{"current"sv, "cursor"sv, "etag"sv, "fingerprint"sv, "guid"sv,
    "hash"sv, "head"sv, "id"sv, "ids"sv, "key"sv, "last"sv, "latest"sv, "offset"sv, "playing"sv,
    "probe"sv, "ref"sv, "revision"sv, "roundtrip"sv, "signature"sv, "state"sv, "status"sv, "tail"sv,
    "uuid"sv, "version"sv};
/// Of such a value, wherever they stand.
constexpr std::array kRecencyWords{"last"sv, "latest"sv, "typing"sv};
/// What a name ends in of which it is said that somebody is at it.
constexpr std::array kWorkWords{
    "executing"sv, "guard"sv, "owner"sv, "processing"sv, "progress"sv, "running"sv};
/// In the names of what Lockkeeper and other libraries keep beside a lock and name after it.
constexpr std::array kBesideLocks{"lk:fence:"sv, "nextid:"sv, "}:lease"sv, "redisson_"sv,
    ":rwlock_timeout:"sv, ":stalled-check"sv};

/// True if `name` contains the lower-case `word` at position `at`, in any case.
bool isAt(std::string_view name, std::size_t at, std::string_view word) noexcept
{
    return std::ranges::equal(
        name.substr(at, word.size()), word, {}, [](char c) { return toAsciiLower(c); });
}

template <const auto& Words> consteval std::array<bool, 256> firstLetters()
{
    std::array<bool, 256> first{};
    for (const std::string_view word : Words) {
        const auto small = static_cast<unsigned char>(word.front());
        first[small] = true;
        first[static_cast<unsigned char>(small - 'a' + 'A')] = true;
    }
    return first;
}

/// True if `name` contains one of the words in any case. Fast, because most names do not.
template <const auto& Words> bool hasAny(std::string_view name) noexcept
{
    static constexpr auto kFirst = firstLetters<Words>();
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (kFirst[static_cast<unsigned char>(name[at])]
            && std::any_of(Words.begin(), Words.end(),
                [&](std::string_view word) { return isAt(name, at, word); }))
            return true;
    }
    return false;
}

/// Of longer names only the beginning is read.
constexpr std::size_t kLongestLookedAt = 1024;

/// Between the parts of a name.
constexpr std::string_view kPartEnds = ":/#|";

/// A word of a key's name.
struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t part = 0; ///< number of kPartEnds before it
};
using Words = absl::InlinedVector<Word, 12>;

std::string lowered(const Word& word, std::string_view name)
{
    return toAsciiLower(name.substr(word.begin, word.end - word.begin));
}

/// True if a word may begin at `at` though the character before is a letter: in `dbLock`, `DBLock`.
bool isCaseChange(std::string_view name, std::size_t at) noexcept
{
    if (!isAsciiUpper(name[at]))
        return false;
    const bool isBeforeSmall = at + 1 < name.size() && isAsciiLower(name[at + 1]);
    return !isAsciiUpper(name[at - 1]) || isBeforeSmall;
}

Words wordsOf(std::string_view name)
{
    Words words;
    std::size_t part = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (!isAsciiLetter(name[at])) {
            part += kPartEnds.find(name[at]) != std::string_view::npos ? 1 : 0;
            continue;
        }
        const bool continuesWord
            = !words.empty() && words.back().end == at && !isCaseChange(name, at);
        if (!continuesWord)
            words.push_back({at, at, part});
        words.back().end = at + 1;
    }
    return words;
}

template <class List> bool contains(const List& list, std::string_view word)
{
    return std::ranges::find(list, word) != list.end();
}

/// What one word says, whatever stands around it.
NameHint hintOfWord(std::string_view word)
{
    if (contains(kWholeLockWords, word))
        return NameHint::Lock;
    for (const std::string_view lock : kLockWords) {
        std::string_view single = word;
        if (!single.ends_with(lock) && single.ends_with('s'))
            single.remove_suffix(single.ends_with("xes") ? 2 : 1);
        if (!single.ends_with(lock))
            continue;
        const std::string_view before = single.substr(0, single.size() - lock.size());
        if (before.empty() || contains(kTechnicalWords, before))
            return NameHint::Lock;
        const bool isOther = std::ranges::any_of(
            kOtherEndings, [&](std::string_view ending) { return single.ends_with(ending); });
        return isOther ? NameHint::Nothing : NameHint::Resembles;
    }
    return contains(kElectionWords, word) ? NameHint::Resembles : NameHint::Nothing;
}

/// True if the word ends a part such as `last_used_at` or `released`, or begins one such as
/// `last_order`.
bool describesEvent(const Words& words, std::size_t index, std::string_view text)
{
    const bool isFirst = words[index - 1].part != words[index].part;
    if (isFirst && text == "last")
        return true;
    const bool isLast = index + 1 == words.size() || words[index + 1].part != words[index].part;
    return isLast && contains(kPartEndings, text);
}

/// The hint of one word, in its place among the others.
NameHint hintInPlace(const Words& words, std::size_t index, const std::vector<std::string>& texts,
    std::size_t nameLength)
{
    const NameHint own = hintOfWord(texts[index]);
    if (own == NameHint::Nothing)
        return own;
    const auto isInSamePart = [&](std::size_t other) {
        return other < words.size() && words[other].part == words[index].part;
    };
    if (index + 1 < words.size() && contains(kStoredThings, texts.back()))
        return NameHint::Other;
    const bool isFirst = index == 0 || !isInSamePart(index - 1);
    if (!isFirst && contains(kOtherBefore, texts[index - 1]))
        return NameHint::Other;
    const bool isLast = !isInSamePart(index + 1);
    if (!isLast && contains(kAttributes, texts[index + 1]))
        return NameHint::Other;
    // `lock:import:status` may be the lock of an import's status.
    const bool isAttribute = index + 1 < words.size() && words.back().end == nameLength
        && contains(kAttributes, texts.back());
    if (isAttribute)
        return isFirst && isLast ? NameHint::Resembles : NameHint::Other;
    // `lock:attempts:5`
    const bool isBeforeMeasure = isLast && index + 1 < words.size()
        && words[index + 1].part == words[index].part + 1 && contains(kMeasures, texts[index + 1])
        && (index + 2 == words.size() || words[index + 2].part != words[index + 1].part);
    if (isBeforeMeasure)
        return NameHint::Other;
    for (std::size_t i = index + 1; i < words.size(); ++i) {
        if (describesEvent(words, i, texts[i]))
            return NameHint::Other;
    }
    return own;
}

/// True if one of the signs, which are not of ASCII, is in the key. Fast, as most keys are of it.
template <class Signs> bool hasSign(const Signs& signs, std::string_view key)
{
    const auto isIn
        = [key](std::string_view sign) { return key.find(sign) != std::string_view::npos; };
    return std::ranges::any_of(key, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })
        && std::ranges::any_of(signs, isIn);
}

/// True if one of the words is that for a lock in another language than English.
bool namesLockElsewhere(std::string_view key)
{
    if (hasSign(kLockSignsElsewhere, key))
        return !hasSign(kOtherSigns, key);
    return hasAny<kLockWordsElsewhere>(key)
        && std::ranges::any_of(wordsOf(key),
            [key](const Word& word) { return contains(kLockWordsElsewhere, lowered(word, key)); });
}

/// True if a word of the list is the next one to a lock word, before or behind it.
template <class List>
bool standsBesideLockWord(const Words& words, std::string_view key, const List& list)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string before = lowered(words[i - 1], key);
        const std::string word = lowered(words[i], key);
        if ((contains(list, before) && contains(kLockWords, word))
            || (contains(kLockWords, before) && contains(list, word)))
            return true;
    }
    return false;
}

} // namespace

bool isBesideLock(std::string_view key)
{
    return std::ranges::any_of(kBesideLocks,
        [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

bool isOfManyLocks(std::string_view key)
{
    constexpr std::array kPlurals{"locks"sv, "mutexes"sv, "leases"sv, "semaphores"sv};
    bool isPlural = false;
    for (const Word& word : wordsOf(key.substr(0, kLongestLookedAt))) {
        const std::string text = lowered(word, key);
        if (contains(kLockWords, text))
            return false;
        isPlural = isPlural || contains(kPlurals, text);
    }
    return isPlural;
}

bool isOfValue(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    const Words words = wordsOf(key);
    if (words.empty())
        return false;
    const std::string last = lowered(words.back(), key);
    return contains(kValueWords, last) || contains(kStoredThings, last)
        || std::ranges::any_of(
            words, [key](const Word& word) { return contains(kRecencyWords, lowered(word, key)); });
}

bool isOfWork(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    const Words words = wordsOf(key);
    return !words.empty() && contains(kWorkWords, lowered(words.back(), key));
}

bool isOfSetting(std::string_view key)
{
    const Words words = wordsOf(key.substr(0, kLongestLookedAt));
    return !words.empty() && contains(kSettingWords, lowered(words.front(), key));
}

bool isOfStock(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    return standsBesideLockWord(wordsOf(key), key, kStockWords);
}

bool isOfAccount(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    const Words words = wordsOf(key);
    const auto hasOneOf = [&](const auto& list) {
        return std::ranges::any_of(
            words, [&](const Word& word) { return contains(list, lowered(word, key)); });
    };
    return standsBesideLockWord(words, key, kAccountWords)
        || (hasOneOf(kLoginWords) && hasOneOf(kLockWords));
}

NameHint nameHint(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    if (key.ends_with(kJetCacheEnd) || hasSign(kCertainSigns, key))
        return NameHint::Lock;
    const NameHint fromOtherWords = hasAny<kOtherWords>(key) ? NameHint::Other : NameHint::Nothing;
    if (!hasAny<kLockWords>(key) && !hasAny<kElectionWords>(key) && !hasAny<kWholeLockWords>(key))
        return fromOtherWords == NameHint::Nothing && namesLockElsewhere(key) ? NameHint::Resembles
                                                                              : fromOtherWords;
    const Words words = wordsOf(key);
    std::vector<std::string> texts;
    for (const Word& word : words)
        texts.push_back(lowered(word, key));
    NameHint best = NameHint::Nothing;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const NameHint hint = hintInPlace(words, i, texts, key.size());
        // What follows in `lock_queue:my_lock` is the name of the lock that this belongs to.
        if (hint == NameHint::Other)
            return best == NameHint::Lock ? best : hint;
        best = std::max(best, hint);
    }
    return best == NameHint::Nothing ? fromOtherWords : best;
}

} // namespace lockkeeper::observe
