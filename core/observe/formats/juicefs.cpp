// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::string_view kOfFiles = "lockf"; ///< BSD locks, of files
constexpr std::string_view kOfRanges = "lockp"; ///< POSIX locks, of bytes

/// Without hash tag and inode. Empty: another form.
std::string_view kindOf(std::string_view key)
{
    if (key.starts_with('{'))
        key.remove_prefix(std::min(key.find('}'), key.size() - 1) + 1);
    const auto last = key.find_last_not_of("0123456789");
    return last == std::string_view::npos || last + 1 == key.size() ? "" : key.substr(0, last + 1);
}

std::optional<Holder> holderOf(std::string_view field)
{
    const auto end = field.find('_');
    const auto session = positiveNumber(field.substr(0, end));
    if (!session || end == std::string_view::npos || end + 1 == field.size()
        || field.find_first_not_of("0123456789ABCDEFabcdef", end + 1) != std::string_view::npos)
        return std::nullopt;
    Holder holder;
    holder.detail = absl::Substitute(trNoop("session $0", "holder"), *session);
    return holder;
}

std::optional<DecodedLock> tellJuiceFs(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kBytesOfRange = 24;
    const bool isOfFile = kindOf(reading.key) == kOfFiles;
    std::vector<Holder> holders;
    bool isShared = isOfFile;
    for (const auto& [field, value] : reading.fields) {
        auto holder = holderOf(field);
        const bool isValue = isOfFile ? value == "R" || value == "W"
                                      : !value.empty() && value.size() % kBytesOfRange == 0;
        if (!holder || !isValue)
            return std::nullopt;
        isShared = isShared && value == "R";
        holders.push_back(std::move(*holder));
    }
    return lockOf(std::move(holders), ValueScope::Shared,
        isShared ? LockMode::Read : LockMode::Exclusive, trNoop("$0 holders", "holder"));
}

MaybeCertain certaintyOfJuicefs(const KeyReading& reading, NameHint /*name*/)
{
    const auto kind = kindOf(reading.key);
    return certainIf(kind == kOfFiles || kind == kOfRanges);
}

} // namespace

/// Source: pkg/meta/redis_lock.go.
Format juiceFsFormat()
{
    return {.name = "JuiceFS",
        .shape = {.type = ValueType::Hash},
        .recognise = tellJuiceFs,
        .certainty = certaintyOfJuicefs,
        .isReleasable = false,
        .viewOnly = trNoop("View only: a mounted file system would go on as if it held it. Unmount "
                           "it: its locks end with its session.",
            "data")};
}

} // namespace lockkeeper::observe
