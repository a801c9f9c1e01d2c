// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/name_words.h"

#include "core/text/translate.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <span>

namespace lockkeeper::ui {
namespace {

/// Core's tr() has no context: it finds all words.
QString wordOf(const std::string& name, std::span<const char* const> known)
{
    const auto found = std::ranges::find(known, name);
    return found == known.end() ? safeText(name) : QString::fromUtf8(tr(*found));
}

} // namespace

QString certaintyWord(observe::Certainty certainty)
{
    return certaintyWord(std::string(nameOf(certainty)));
}

QString certaintyWord(const std::string& name)
{
    constexpr const char* kNames[] = {trNoop("certain"), trNoop("likely"), trNoop("possible")};
    return wordOf(name, kNames);
}

QString actionText(const std::string& name)
{
    constexpr const char* kNames[] = {trNoop("release"), trNoop("revoke"), trNoop("acquire"),
        trNoop("ask"), trNoop("steal"), trNoop("finish-steal"), trNoop("finish-release"),
        trNoop("finish-revoke"), trNoop("release-holder"), trNoop("finish-release-holder"),
        trNoop("set-count"), trNoop("finish-set-count"), trNoop("note"), trNoop("clear-note")};
    return wordOf(name, kNames);
}

QString masterStateText(const std::string& name)
{
    constexpr const char* kNames[] = {trNoop("connecting"), trNoop("up"), trNoop("silent"),
        trNoop("down"), trNoop("refused"), trNoop("unknown")};
    return wordOf(name, kNames);
}

} // namespace lockkeeper::ui
