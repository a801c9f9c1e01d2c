// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_token.h"

#include "core/observe/formats/lock_name.h"
#include "core/observe/kinds/name_shapes.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/split.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lockkeeper::observe {
namespace {

using Type = KindToken::Type;

constexpr std::size_t kLongestRead = 256;
constexpr const char* kNumber = "<n>";
constexpr const char* kHex = "<hex>";
constexpr const char* kId = "<id>";
constexpr const char* kWord = "<word>";

bool isAscii(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x80;
}
bool isWordCharacter(char c) noexcept
{
    return isAsciiAlphanumeric(c) || !isAscii(c);
}

class Tokenizer {
public:
    explicit Tokenizer(std::string_view name)
        : m_name(name)
        , m_isUtf8(isValidUtf8(name))
    { }

    KindTokens tokens()
    {
        while (m_at < m_name.size())
            takeNext();
        return std::move(m_tokens);
    }

private:
    void takeNext()
    {
        if (isBytes(m_name[m_at]))
            return add(Type::Placeholder, "<bytes>", runLength([&](char c) { return isBytes(c); }));
        const bool isStart = m_at == 0 || !isWordCharacter(m_name[m_at - 1]);
        if (isStart && takeForm())
            return;
        if (!isWordCharacter(m_name[m_at]))
            return add(Type::Separator, m_name.substr(m_at, 1), 1);
        takeWord(m_name.substr(
            m_at, runLength([&](char c) { return isWordCharacter(c) && !isBytes(c); })));
    }

    bool takeForm()
    {
        const std::string_view rest = m_name.substr(m_at);
        // The order matters: part of an e-mail address may look like another form.
        const std::pair<const char*, std::size_t> forms[] = {{"<uuid>", uuidLength(rest)},
            {"<email>", emailLength(rest)}, {"<ip>", ipLength(rest)}, {"<date>", dateLength(rest)},
            {kId, dashedIdLength(rest)}};
        for (const auto& [placeholder, length] : forms) {
            if (length > 0) {
                add(Type::Placeholder, placeholder, length);
                return true;
            }
        }
        return false;
    }

    void takeWord(std::string_view word)
    {
        constexpr std::size_t kShortestHex = 8;
        constexpr std::size_t kFewestDigits = 3;
        if (std::ranges::all_of(word, isAsciiDigit))
            return add(Type::Placeholder, kNumber, word.size());
        const bool hasDigit = std::ranges::any_of(word, isAsciiDigit);
        if (hasDigit && word.size() >= kShortestHex && std::ranges::all_of(word, isAsciiHexDigit))
            return add(Type::Placeholder, kHex, word.size());
        if (const std::size_t digest = digestLength(word); digest > 0) {
            add(Type::Word, word.substr(0, word.size() - digest), word.size() - digest);
            return add(Type::Placeholder, kHex, digest);
        }
        if (std::ranges::all_of(word, isAscii) && isRandomWord(word))
            return add(Type::Placeholder, kId, word.size());
        const std::size_t letters = word.find_last_not_of("0123456789") + 1;
        if (word.size() - letters < kFewestDigits)
            return add(Type::Word, word, word.size());
        add(Type::Word, word.substr(0, letters), letters);
        add(Type::Placeholder, kNumber, word.size() - letters);
    }

    [[nodiscard]] bool isBytes(char c) const noexcept
    {
        return isAsciiControl(c) || (!m_isUtf8 && !isAscii(c));
    }
    template <class Predicate> std::size_t runLength(Predicate isWanted) const
    {
        std::size_t end = m_at;
        while (end < m_name.size() && isWanted(m_name[end]))
            ++end;
        return end - m_at;
    }
    void add(Type type, std::string_view text, std::size_t length)
    {
        m_tokens.push_back({type, std::string(text)});
        m_at += length;
    }

    std::string_view m_name;
    bool m_isUtf8;
    std::size_t m_at = 0;
    KindTokens m_tokens;
};

bool isId(const KindToken& token)
{
    return token.type == Type::Placeholder && token.text == kId;
}

bool mayBePieceOfId(const KindToken& token)
{
    if (token.type == Type::Placeholder)
        return token.text == kId || token.text == kHex || token.text == kNumber;
    if (token.type != Type::Word)
        return false;
    bool isMixed = std::ranges::any_of(token.text, isAsciiDigit);
    for (std::size_t i = 1; i < token.text.size(); ++i)
        isMixed = isMixed || (isAsciiLower(token.text[i - 1]) && isAsciiUpper(token.text[i]));
    return isMixed;
}

bool isDash(const KindToken& token)
{
    return token.type == Type::Separator && (token.text == "-" || token.text == "_");
}

/// `<id>-<n>_xY` becomes `<id>`.
KindTokens withIdsJoined(const KindTokens& tokens)
{
    KindTokens joined;
    for (const KindToken& token : tokens) {
        const std::size_t size = joined.size();
        const bool isJoined = size >= 2 && isDash(joined[size - 1]) && mayBePieceOfId(token)
            && mayBePieceOfId(joined[size - 2]) && (isId(token) || isId(joined[size - 2]));
        if (!isJoined) {
            joined.push_back(token);
            continue;
        }
        joined.pop_back();
        joined.back() = {Type::Placeholder, kId};
    }
    return joined;
}

bool endsPart(const KindToken& token)
{
    return token.type == Type::Separator && !isDash(token);
}

bool hasLetter(const KindToken& token)
{
    return token.type == Type::Word
        && std::ranges::any_of(token.text, [](char c) { return isAsciiLetter(c) || !isAscii(c); });
}

bool hasWord(const KindTokens& tokens, KindPart part)
{
    for (std::size_t i = part.begin; i < part.end; ++i) {
        if (hasLetter(tokens[i]))
            return true;
    }
    return false;
}

class PartList {
public:
    explicit PartList(const KindTokens& tokens)
        : m_tokens(tokens)
    { }

    void add(KindPart part)
    {
        if (m_parts.size() < kMostParts && hasWord(m_tokens, part) && mayDiffer(part)
            && isWordLeft(part))
            m_parts.push_back(part);
    }
    void addPiecesOf(KindPart whole)
    {
        std::vector<KindPart> pieces;
        for (std::size_t i = whole.begin; i < whole.end; ++i) {
            if (isDash(m_tokens[i]))
                continue;
            const bool isNew = pieces.empty() || pieces.back().end != i;
            if (isNew)
                pieces.push_back({i, i});
            pieces.back().end = i + 1;
        }
        if (pieces.size() < 2)
            return;
        for (const KindPart piece : pieces)
            add(piece);
        if (pieces.size() > 2) {
            add({pieces[1].begin, pieces.back().end});
            add({pieces.front().begin, pieces[pieces.size() - 2].end});
        }
    }
    [[nodiscard]] std::vector<KindPart> take() { return std::move(m_parts); }

private:
    [[nodiscard]] bool mayDiffer(KindPart part) const
    {
        std::string text;
        for (std::size_t i = part.begin; i < part.end; ++i)
            text += m_tokens[i].text;
        const NameHint hint = nameHint(text);
        return hint == NameHint::Nothing || hint == NameHint::Other;
    }
    [[nodiscard]] bool isWordLeft(KindPart part) const
    {
        return hasWord(m_tokens, {0, part.begin}) || hasWord(m_tokens, {part.end, m_tokens.size()});
    }

    const KindTokens& m_tokens;
    std::vector<KindPart> m_parts;
};

const KindPart* partAt(std::span<const KindPart> parts, std::size_t index)
{
    const auto found = std::ranges::find_if(
        parts, [&](KindPart part) { return index >= part.begin && index < part.end; });
    return found == parts.end() ? nullptr : &*found;
}

std::string globOf(char c, bool isUtf8)
{
    constexpr std::string_view kSpecial = "*?[]\\^";
    if (isAsciiControl(c) || (!isUtf8 && !isAscii(c)))
        return "?";
    return kSpecial.find(c) == std::string_view::npos ? std::string(1, c) : std::string({'\\', c});
}

} // namespace

KindTokens tokensOfName(std::string_view name)
{
    std::size_t length = std::min(name.size(), kLongestRead);
    // Keeps UTF-8 characters whole.
    constexpr unsigned char kContinuation = 0x80;
    for (int i = 0; i < 3 && length < name.size(); ++i) {
        if ((static_cast<unsigned char>(name[length]) & 0xc0U) != kContinuation)
            break;
        --length;
    }
    KindTokens tokens = withIdsJoined(Tokenizer(name.substr(0, length)).tokens());
    if (length < name.size())
        tokens.push_back({Type::Placeholder, "<rest>"});
    return tokens;
}

std::string kindText(const KindTokens& tokens)
{
    return textWithWords(tokens, {});
}

std::string safeKindText(std::string_view kind)
{
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    std::string text;
    while (!kind.empty()) {
        text += displaySafe(takeUntil(kind, "\\"), kAll);
        text += kind.empty() ? "" : "\\";
        if (kind.starts_with('\\')) {
            text += '\\';
            kind.remove_prefix(1);
        }
    }
    return text;
}

std::optional<KindTokens> tokensOfKind(std::string_view text)
{
    constexpr std::array<std::string_view, 10> kKnown{
        "<uuid>", kHex, kNumber, "<date>", kId, "<email>", "<ip>", "<bytes>", "<rest>", kWord};
    KindTokens tokens;
    while (!text.empty()) {
        std::size_t length = 1;
        if (text.front() == '<') {
            const auto found = std::ranges::find_if(
                kKnown, [&](std::string_view known) { return text.starts_with(known); });
            if (found == kKnown.end())
                return std::nullopt;
            tokens.push_back({Type::Placeholder, std::string(*found)});
            length = found->size();
        } else if (text.front() == '\\') {
            if (text.size() < 2)
                return std::nullopt;
            tokens.push_back({Type::Separator, std::string(text.substr(1, 1))});
            length = 2;
        } else if (isWordCharacter(text.front())) {
            while (length < text.size() && isWordCharacter(text[length]))
                ++length;
            tokens.push_back({Type::Word, std::string(text.substr(0, length))});
        } else {
            tokens.push_back({Type::Separator, std::string(text.substr(0, 1))});
        }
        text.remove_prefix(length);
    }
    return tokens;
}

std::string kindGlob(const KindTokens& tokens)
{
    std::string glob;
    for (const KindToken& token : tokens) {
        if (token.type != Type::Placeholder) {
            const bool isUtf8 = isValidUtf8(token.text);
            for (const char c : token.text)
                glob += globOf(c, isUtf8);
        } else if (!glob.ends_with('*') || glob.ends_with("\\*")) {
            glob += '*';
        }
    }
    return glob;
}

KindParts partsThatMayDiffer(const KindTokens& tokens)
{
    std::vector<KindPart> wholes;
    bool isNew = true;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (endsPart(tokens[i])) {
            isNew = true;
            continue;
        }
        if (std::exchange(isNew, false))
            wholes.push_back({i, i});
        wholes.back().end = i + 1;
    }
    PartList parts(tokens);
    std::ranges::reverse(wholes);
    for (const KindPart whole : wholes)
        parts.add(whole);
    for (const KindPart whole : wholes)
        parts.addPiecesOf(whole);
    return parts.take();
}

KindTokens withWords(const KindTokens& tokens, std::span<const KindPart> parts)
{
    KindTokens result;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const KindPart* const part = partAt(parts, i);
        if (part == nullptr)
            result.push_back(tokens[i]);
        else if (part->begin == i)
            result.push_back({Type::Placeholder, kWord});
    }
    return result;
}

std::string textWithWords(const KindTokens& tokens, std::span<const KindPart> parts)
{
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const KindToken& token = tokens[i];
        const KindPart* const part = partAt(parts, i);
        if (part != nullptr) {
            text += part->begin == i ? kWord : "";
            continue;
        }
        if (token.type == Type::Separator && (token.text == "<" || token.text == "\\"))
            text += '\\';
        text += token.text;
    }
    return text;
}

} // namespace lockkeeper::observe
