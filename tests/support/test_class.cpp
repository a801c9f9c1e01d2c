// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <filesystem>

namespace lockkeeper::tests {
namespace {

using Classes = std::map<std::string, TestClass::Make, std::less<>>;

Classes& classes()
{
    static Classes all;
    return all;
}

} // namespace

TestClass::TestClass(const char* file, Make make)
{
    classes().emplace(std::filesystem::path(file).stem().string(), std::move(make));
}

const Classes& TestClass::all()
{
    return classes();
}

} // namespace lockkeeper::tests
