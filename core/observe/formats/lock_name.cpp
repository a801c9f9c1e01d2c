// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/lock_name.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {
namespace {

using namespace std::string_view_literals;

enum class Place : std::uint8_t {
    Lock, ///< as a word or its end
    WholeWord, ///< as in names of lock files
    Election, ///< resembles a lock, which the elected one holds
    Elsewhere, ///< resembles a lock; means one in another language
    Technical, ///< before a lock word, in one word: a lock; other words there only resemble one
    OtherEnding, ///< no lock, though it ends like one
    OtherBefore, ///< before a lock word: a thing, setting, or file of versions
    Attribute, ///< after a lock word: about the lock, or beside it
    Measure, ///< as the next part: counted of the lock
    Counter, ///< after a lock word, at the end or as a part
    Limiter, ///< in a part before a lock word: counts uses
    EventEnd, ///< at a part's end: what became of the lock
    Stored, ///< at the end: nobody locks these
    Stock, ///< beside a lock word
    Account, ///< beside a lock word: for signing in
    Owned, ///< in the part after a leading lock word: what the lock protects
    Password, ///< anywhere: people are locked out for minutes
    Random, ///< anywhere: no lock
    Value, ///< at the end: named after its value, not the work
    Recency, ///< anywhere: as Value
    Work, ///< first or last, as words in `ing`
    Setting, ///< first: a text or number, unless it has a TTL
};

struct PlacedWords {
    Place place;
    std::string_view words; ///< lower case, singular
};

constexpr PlacedWords kWords[] = {
    {Place::Lock, "lock mutex lease semaphore"},
    {Place::WholeWord, "lck"},
    {Place::Election, "election leader leading"},
    {Place::Elsewhere, "blokada bloqueo khoa kilit sperre suo trava verrou"},
    {Place::Technical, "cron d dist job my q r red redis rw spin sync task tf worker"},
    {Place::OtherEnding,
        "airlock block capslock clock deadlock flintlock interlock please "
        "pricelock ratelock release sherlock unlock wakelock warlock"},
    {Place::OtherBefore,
        "bootloader cargo child composer flake gemfile package parental pnpm "
        "poetry rotation sim vesting yarn"},
    {Place::Attribute,
        "after at attempt audit by channel check config contention count counter date denied "
        "duration enabled error event exist expire expiry failed failure fence hcl history index "
        "info init limit list location log lua manager message metadata metric notify option page "
        "preference queue reason released retry screen setting signal stat state status theme time "
        "timeout token total ttl type until version wait waiter warning"},
    {Place::Measure, "attempt count failure lua retry"},
    {Place::Counter, "count counter seq sequence"},
    {Place::Limiter, "limit limiter ratelimit throttle"},
    {Place::EventEnd, "at by released signed until"},
    {Place::Stored, "aeskey firmware mac md password pin prefix pwd secret sha wallpaper"},
    {Place::Stock, "price stock"},
    {Place::Account, "account card login pin unlock"},
    {Place::Owned, "account card"},
    {Place::Password, "login password pwd"},
    {Place::Random,
        "basket cache cart csrf heartbeat nonce otp presence ratelimit session token unread vote "
        "wishlist"},
    {Place::Value,
        "code current cursor etag fingerprint head id key probe ref roundtrip state "
        "status uuid version"},
    {Place::Recency, "last latest typing"},
    {Place::Work, "flight guard inflight owner progress"},
    {Place::Setting, "feature ff translation view"},
};

template <Place P> consteval auto wordsAt()
{
    constexpr std::string_view kAll = std::ranges::find(kWords, P, &PlacedWords::place)->words;
    std::array<std::string_view, std::ranges::count(kAll, ' ') + 1> words;
    std::size_t begin = 0;
    for (std::string_view& word : words) {
        word = kAll.substr(begin, kAll.find(' ', begin) - begin);
        begin += word.size() + 1;
    }
    return words;
}
template <Place P> constexpr auto kWordsAt = wordsAt<P>();

/// In non-ASCII languages.
constexpr std::array kLockSigns{"\u9501"sv, "\u9396"sv, "\u30ed\u30c3\u30af"sv, "\u6392\u4ed6"sv,
    "\u4e92\u65a5"sv, "kh\u00f3a"sv, "\u0431\u043b\u043e\u043a\u0438\u0440\u043e\u0432"sv,
    "\uc7a0\uae08"sv};
/// Chinese for: unlock, locked (accounts and stock).
constexpr std::array kOtherSigns{"\u89e3\u9501"sv, "\u9501\u5b9a"sv};
constexpr std::string_view kJetCacheEnd = "_#RL#";
/// Names of queues and groups of BullMQ, channels-redis and rsmq.
constexpr std::array kNamedByOthers{"asgi:group:"sv, "bull:"sv, "rsmq:"sv};
/// In keys beside a lock.
constexpr std::array kBesideLocks{"lk:fence:"sv, "lk:ask:"sv, "nextid:"sv, "}:lease"sv,
    "redisson_lock_queue:"sv, "redisson_lock_timeout:"sv, "redisson_lock_token:"sv,
    "redisson_unlock_latch:"sv, ":rwlock_timeout:"sv, ":stalled-check"sv,
    "Waiting.ConfigurableLock."sv};

bool isAt(std::string_view name, std::size_t at, std::string_view word) noexcept
{
    return std::ranges::equal(
        name.substr(at, word.size()), word, {}, [](char c) { return toAsciiLower(c); });
}

template <Place P> consteval std::array<bool, 256> firstLetters()
{
    std::array<bool, 256> first{};
    for (const std::string_view word : kWordsAt<P>) {
        const auto small = static_cast<unsigned char>(word.front());
        first[small] = true;
        first[static_cast<unsigned char>(small - 'a' + 'A')] = true;
    }
    return first;
}

template <Place P> bool hasAny(std::string_view name) noexcept
{
    static constexpr auto kFirst = firstLetters<P>();
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (kFirst[static_cast<unsigned char>(name[at])]
            && std::ranges::any_of(
                kWordsAt<P>, [&](std::string_view word) { return isAt(name, at, word); }))
            return true;
    }
    return false;
}

constexpr std::size_t kLongestLookedAt = 1024;

constexpr std::string_view kPartEnds = ":/#|";

struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t part = 0;
    std::string text{};
};
using Words = std::vector<Word>;

bool isCaseChange(std::string_view name, std::size_t at) noexcept
{
    if (!isAsciiUpper(name[at]))
        return false;
    const bool isBeforeSmall = at + 1 < name.size() && isAsciiLower(name[at + 1]);
    return !isAsciiUpper(name[at - 1]) || isBeforeSmall;
}

Words wordsOf(std::string_view name)
{
    name = name.substr(0, kLongestLookedAt);
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
        words.back().text += toAsciiLower(name[at]);
    }
    return words;
}

std::string_view singular(std::string_view word)
{
    if (word.ends_with('s'))
        word.remove_suffix(word.ends_with("xes") ? 2 : 1);
    return word;
}

template <Place P> bool is(std::string_view word)
{
    const auto isListed = [](std::string_view text) {
        return std::ranges::find(kWordsAt<P>, text) != kWordsAt<P>.end();
    };
    return isListed(word) || isListed(singular(word));
}

template <Place P> bool has(const Words& words)
{
    return std::ranges::any_of(words, [](const Word& word) { return is<P>(word.text); });
}

template <Place P> bool standsBesideLockWord(const Words& words)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& before = words[i - 1].text;
        const std::string& word = words[i].text;
        if ((is<P>(before) && is<Place::Lock>(word)) || (is<Place::Lock>(before) && is<P>(word)))
            return true;
    }
    return false;
}

NameHint hintOfWord(std::string_view word)
{
    if (is<Place::WholeWord>(word))
        return NameHint::Lock;
    for (const std::string_view lock : kWordsAt<Place::Lock>) {
        const std::string_view single = word.ends_with(lock) ? word : singular(word);
        if (!single.ends_with(lock))
            continue;
        const std::string_view before = single.substr(0, single.size() - lock.size());
        if (before.empty() || is<Place::Technical>(before))
            return NameHint::Lock;
        const bool isOther = std::ranges::any_of(kWordsAt<Place::OtherEnding>,
            [&](std::string_view ending) { return single.ends_with(ending); });
        return isOther ? NameHint::Nothing : NameHint::Resembles;
    }
    return is<Place::Election>(word) ? NameHint::Resembles : NameHint::Nothing;
}

/// `released` at a part's end, `last_order` at its beginning.
bool describesEvent(const Words& words, std::size_t index)
{
    const bool isFirst = words[index - 1].part != words[index].part;
    if (isFirst && words[index].text == "last")
        return true;
    const bool isLast = index + 1 == words.size() || words[index + 1].part != words[index].part;
    return isLast && is<Place::EventEnd>(words[index].text);
}

/// `lock_message_991` locks a message; `lock_message` and `lock_count_7` tell of a lock.
bool isLockOfThing(const Words& words, std::string_view key)
{
    const std::size_t end = words[1].end;
    return is<Place::Lock>(words[0].text) && words[0].begin == 0 && end < key.size()
        && (key[end] == '_' || key[end] == '-') && !is<Place::Measure>(words[1].text)
        && !is<Place::Counter>(words[1].text);
}

NameHint hintInPlace(const Words& words, std::size_t index, std::string_view key)
{
    const NameHint own = hintOfWord(words[index].text);
    if (own == NameHint::Nothing)
        return own;
    const auto isInSamePart = [&](std::size_t other) {
        return other < words.size() && words[other].part == words[index].part;
    };
    const std::size_t next = index + 1;
    const bool isEnd = next == words.size();
    if (!isEnd && is<Place::Stored>(words.back().text))
        return NameHint::Other;
    const bool isFirst = index == 0 || !isInSamePart(index - 1);
    if (!isFirst && is<Place::OtherBefore>(words[index - 1].text))
        return NameHint::Other;
    const bool isLast = !isInSamePart(next);
    if (!isLast && is<Place::Attribute>(words[next].text))
        return index == 0 && isLockOfThing(words, key) ? NameHint::Resembles : NameHint::Other;
    // May lock an import's status: `lock:import:status`.
    if (!isEnd && words.back().end == key.size() && is<Place::Attribute>(words.back().text))
        return own == NameHint::Lock && isFirst && isLast ? NameHint::Resembles : NameHint::Other;
    // `lock:attempts:5`
    const bool isBeforeMeasure = isLast && !isEnd && words[next].part == words[index].part + 1
        && is<Place::Measure>(words[next].text)
        && (next + 1 == words.size() || words[next + 1].part != words[next].part);
    if (isBeforeMeasure)
        return NameHint::Other;
    for (std::size_t i = next; i < words.size(); ++i) {
        if (describesEvent(words, i))
            return NameHint::Other;
    }
    return own;
}

/// Fast, as most keys are ASCII.
template <class Signs> bool hasSign(const Signs& signs, std::string_view key)
{
    const auto isIn
        = [key](std::string_view sign) { return key.find(sign) != std::string_view::npos; };
    return std::ranges::any_of(key, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })
        && std::ranges::any_of(signs, isIn);
}

bool namesLockElsewhere(std::string_view key)
{
    if (hasSign(kLockSigns, key))
        return !hasSign(kOtherSigns, key);
    return hasAny<Place::Elsewhere>(key) && has<Place::Elsewhere>(wordsOf(key));
}

} // namespace

bool isBesideLock(std::string_view key)
{
    return std::ranges::any_of(kBesideLocks,
        [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

// Or redis-fifo-lock's mark of a release, `{lock:orders}:rel:7`.
bool isNumberBesideLock(std::string_view key)
{
    constexpr std::string_view kReleased = "rel:";
    const auto end = key.starts_with('{') ? key.rfind("}:") : std::string_view::npos;
    if (end == std::string_view::npos)
        return false;
    const std::string_view suffix = key.substr(end + 2);
    return is<Place::Counter>(toAsciiLower(suffix))
        || (suffix.starts_with(kReleased)
            && std::ranges::all_of(suffix.substr(kReleased.size()), isAsciiDigit));
}

bool isOfManyLocks(std::string_view key)
{
    bool isPlural = false;
    for (const Word& word : wordsOf(key)) {
        if (!is<Place::Lock>(word.text))
            continue;
        if (singular(word.text) == word.text)
            return false;
        isPlural = true;
    }
    return isPlural;
}

bool isOfValue(std::string_view key)
{
    const Words words = wordsOf(key);
    return !words.empty()
        && (is<Place::Value>(words.back().text) || is<Place::Stored>(words.back().text)
            || has<Place::Recency>(words));
}

bool isOfWork(std::string_view key)
{
    const auto isWork = [](const Word& word) {
        constexpr std::size_t kShortest = 6; // not `ping`, `king`
        return is<Place::Work>(word.text)
            || (word.text.size() >= kShortest && word.text.ends_with("ing"));
    };
    const bool mayBe = key.find("ing") != std::string_view::npos || hasAny<Place::Work>(key);
    const Words words = mayBe ? wordsOf(key) : Words(); // rules most names out fast
    return !words.empty() && (isWork(words.front()) || isWork(words.back()));
}

bool beginsWithContent(std::string_view key)
{
    const Words words = wordsOf(key);
    return !words.empty() && is<Place::Random>(words.front().text);
}

bool isOfSetting(std::string_view key)
{
    const Words words = wordsOf(key);
    return !words.empty() && is<Place::Setting>(words.front().text);
}

bool isOfStock(std::string_view key)
{
    return standsBesideLockWord<Place::Stock>(wordsOf(key));
}

bool isOfCounter(std::string_view key)
{
    const Words words = wordsOf(key);
    bool isAfterLock = false;
    std::optional<std::size_t> limiter;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isLast = i + 1 == words.size() || words[i + 1].part != words[i].part;
        const bool isPart = isLast && (i == 0 || words[i - 1].part != words[i].part);
        if (isAfterLock && is<Place::Counter>(words[i].text) && (isPart || i + 1 == words.size()))
            return true;
        if (hintOfWord(words[i].text) != NameHint::Nothing) {
            isAfterLock = true;
            if (limiter && *limiter < words[i].part)
                return true;
        }
        if (!isAfterLock && !limiter && is<Place::Limiter>(words[i].text))
            limiter = words[i].part;
    }
    return false;
}

bool isOfPermits(std::string_view key)
{
    bool isOfSemaphore = false;
    for (const Word& word : wordsOf(key)) {
        const bool isSemaphore = singular(word.text) == "semaphore";
        if (!isSemaphore && is<Place::Lock>(word.text))
            return false;
        isOfSemaphore = isOfSemaphore || isSemaphore;
    }
    return isOfSemaphore;
}

bool isOfAccount(std::string_view key)
{
    const Words words = wordsOf(key);
    const bool isOfOwned = words.size() > 1 && is<Place::Lock>(words[0].text)
        && words[0].part != words[1].part && is<Place::Owned>(words[1].text);
    return !isOfOwned && !has<Place::Technical>(words)
        && (standsBesideLockWord<Place::Account>(words)
            || (has<Place::Password>(words) && has<Place::Lock>(words)));
}

NameHint nameHint(std::string_view key)
{
    key = key.substr(0, kLongestLookedAt);
    if (key.ends_with(kJetCacheEnd))
        return NameHint::Lock;
    // `bull:mail:7:lock` is a job's lock; in `bull:door-locks:limiter` the queue has this name.
    const auto begins = [key](std::string_view begin) { return key.starts_with(begin); };
    if (std::ranges::any_of(kNamedByOthers, begins) && !key.ends_with(":lock"))
        return NameHint::Other;
    const NameHint otherwise = hasAny<Place::Random>(key) ? NameHint::Other : NameHint::Nothing;
    if (!hasAny<Place::Lock>(key) && !hasAny<Place::Election>(key)
        && !hasAny<Place::WholeWord>(key))
        return otherwise == NameHint::Nothing && namesLockElsewhere(key) ? NameHint::Resembles
                                                                         : otherwise;
    const Words words = wordsOf(key);
    NameHint best = NameHint::Nothing;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const NameHint hint = hintInPlace(words, i, key);
        // The rest names its lock: `lock_queue:my_lock`.
        if (hint == NameHint::Other)
            return best == NameHint::Lock ? best : hint;
        best = std::max(best, hint);
    }
    return best == NameHint::Nothing ? otherwise : best;
}

} // namespace lockkeeper::observe
