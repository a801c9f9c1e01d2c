// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/prefix_tally.h"

#include "core/observe/formats/lock_name.h"
#include "core/observe/kinds/kind_token.h"

#include <absl/hash/hash.h>
#include <algorithm>
#include <tuple>

namespace lockkeeper::check {
namespace {

using observe::KindToken;
using Type = KindToken::Type;

bool isStrongSeparator(const KindToken& token)
{
    return token.type == Type::Separator && token.text.find_first_of(":/|") != std::string::npos;
}

} // namespace

std::string prefixPatternOf(std::string_view name)
{
    const observe::KindTokens tokens = observe::tokensOfName(name);
    std::size_t end = 0;
    bool hasWord = false;
    for (; end < tokens.size() && tokens[end].type != Type::Placeholder; ++end) {
        hasWord = hasWord || tokens[end].type == Type::Word;
        if (hasWord && isStrongSeparator(tokens[end])) {
            ++end;
            break;
        }
    }
    if (!hasWord)
        return {};
    const auto last = tokens.begin() + static_cast<std::ptrdiff_t>(end);
    std::string glob = observe::kindGlob(observe::KindTokens(tokens.begin(), last));
    return end == tokens.size() && !isStrongSeparator(tokens.back()) ? glob : glob + "*";
}

void PrefixTally::add(std::string_view name)
{
    if (!m_names.insert(absl::HashOf(name)).second)
        return;
    const std::string pattern = prefixPatternOf(name);
    if (pattern.empty())
        return;
    PrefixCount& count = m_prefixes[pattern];
    count.pattern = pattern;
    ++count.keys;
    const observe::NameHint hint = observe::nameHint(name);
    if (hint == observe::NameHint::Lock || hint == observe::NameHint::Resembles)
        ++count.lockLike;
}

std::vector<PrefixCount> PrefixTally::prefixes(std::size_t most) const
{
    std::vector<PrefixCount> counts;
    for (const auto& [pattern, count] : m_prefixes) {
        if (count.keys > 1 || count.looksLikeLocks())
            counts.push_back(count);
    }
    std::ranges::sort(counts, [](const PrefixCount& a, const PrefixCount& b) {
        return std::tuple(!a.looksLikeLocks(), b.keys, a.pattern)
            < std::tuple(!b.looksLikeLocks(), a.keys, b.pattern);
    });
    counts.resize(std::min(counts.size(), most));
    return counts;
}

} // namespace lockkeeper::check
