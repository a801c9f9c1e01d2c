// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/list_text.h"

#include "core/text/translate.h"

#include <absl/strings/str_join.h>

namespace lockkeeper {
namespace {

const char* betweenItems()
{
    return tr(", ", "between items of a list");
}

const char* betweenClauses()
{
    return tr("; ", "between parts of a sentence");
}

} // namespace

std::string listText(const std::vector<std::string>& items)
{
    return absl::StrJoin(items, betweenItems());
}

std::string clausesText(const std::vector<std::string>& clauses)
{
    return absl::StrJoin(clauses, betweenClauses());
}

void addToList(std::string& text, std::string_view item)
{
    text.append(text.empty() ? "" : betweenItems()).append(item);
}

void addClause(std::string& text, std::string_view clause)
{
    text.append(text.empty() ? "" : betweenClauses()).append(clause);
}

} // namespace lockkeeper
