// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/translate.h"

#include <atomic>

namespace lockkeeper {
namespace {

// A language is one for a process, like the locale of the C library.
std::atomic<const Catalogue*> chosenCatalogue = nullptr;
thread_local int englishDepth = 0;

} // namespace

Catalogue::Catalogue(std::span<const Entry> entries)
{
    m_texts.reserve(entries.size());
    for (const Entry& entry : entries)
        m_texts.emplace(entry.english, entry.translated);
}

const char* Catalogue::find(const char* english, const char* context) const
{
    if (context != nullptr) {
        const auto found = m_texts.find(std::string(context).append(1, '\4').append(english));
        if (found != m_texts.end())
            return found->second;
    }
    const auto found = m_texts.find(std::string_view(english));
    return found == m_texts.end() ? nullptr : found->second;
}

void useCatalogue(const Catalogue* catalogue) noexcept
{
    chosenCatalogue.store(catalogue, std::memory_order_release);
}

const char* tr(const char* english, const char* context)
{
    const Catalogue* const catalogue = chosenCatalogue.load(std::memory_order_acquire);
    if (catalogue == nullptr || englishDepth > 0)
        return english;
    const char* const translated = catalogue->find(english, context);
    return translated == nullptr ? english : translated;
}

InEnglish::InEnglish() noexcept
{
    ++englishDepth;
}

InEnglish::~InEnglish()
{
    --englishDepth;
}

} // namespace lockkeeper
