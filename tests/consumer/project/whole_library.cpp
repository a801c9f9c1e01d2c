// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads a deployments file's text: what only the whole library can do.
#include <cstdio>
#include <lockkeeper/deployments_text.h>

using namespace lockkeeper;

int main()
{
    const auto parsed = config::parseDeployments(R"([[deployment]]
name = "shop"
masters = ["redis://a", "redis://b", "redis://c"]
)",
        "shop.toml");
    if (parsed.errors.empty() && parsed.deployments.size() == 1
        && parsed.deployments.front().quorum() == 2)
        return 0;
    for (const Error& error : parsed.errors)
        std::fprintf(stderr, "%s\n", error.text.c_str());
    return 1;
}
