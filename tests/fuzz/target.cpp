// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

namespace lockkeeper::fuzz {
namespace {

std::vector<Target>& registry()
{
    static std::vector<Target> targets;
    return targets;
}

} // namespace

Target::Target(const char* name, Run function, int cost)
    : m_name(name)
    , m_run(function)
    , m_cost(cost)
{
    registry().push_back(*this);
}

const std::vector<Target>& Target::all()
{
    return registry();
}

void check(bool isTrue, const char* what)
{
    if (!isTrue)
        throw Broken(what);
}

} // namespace lockkeeper::fuzz
