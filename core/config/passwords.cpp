// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/passwords.h"

#include "core/files/private_file.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cstdlib>

namespace lockkeeper::config {
namespace {

constexpr std::size_t kLongestPassword = 4096;

Result<Secret> passwordFrom(const PasswordSource& source, const std::filesystem::path& directory)
{
    if (!source.environment.empty()) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
        const char* const value = std::getenv(source.environment.c_str());
        if (value != nullptr && *value != '\0')
            return Secret(value);
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("password_env: the variable $0 is not set; export it", "data"),
                displaySafe(source.environment)));
    }
    const auto path = directory / source.file;
    const auto wrong = [&](const std::string& reason) {
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("password_file $0: $1", "data"),
                displaySafe(path.string(), kLongestPassword), reason));
    };
    const auto bytes = readPrivateFile(path, kLongestPassword, FileSecrecy::Secret);
    if (!bytes)
        return wrong(bytes.error().text);
    if (!*bytes)
        return wrong(trNoop("there is no such file; create it, 0600", "data"));
    std::string password = (*bytes)->substr(0, (*bytes)->find('\n'));
    if (password.ends_with('\r'))
        password.pop_back();
    if (password.empty())
        return wrong(trNoop("its first line is empty; write the password there", "data"));
    return Secret(std::move(password));
}

} // namespace

Result<void> fillPasswords(Deployment& deployment, const std::filesystem::path& directory)
{
    const auto fill = [&](const PasswordSource& source, const std::vector<redis::Url*>& urls) {
        if (source.isEmpty())
            return Result<void>();
        const auto password = passwordFrom(source, directory);
        if (!password)
            return Result<void>(tl::make_unexpected(password.error()));
        for (redis::Url* url : urls)
            url->password = *password;
        return Result<void>();
    };
    for (MasterConfig& master : deployment.masters) {
        std::vector<redis::Url*> urls{&master.url};
        for (redis::Url& seed : master.clusterSeeds)
            urls.push_back(&seed);
        auto filled = fill(master.password, urls);
        urls.clear();
        if (filled && master.sentinel) {
            for (redis::Url& sentinel : master.sentinel->sentinels)
                urls.push_back(&sentinel);
            filled = fill(master.sentinel->password, urls);
        }
        if (!filled)
            return fail(filled.error().kind,
                absl::Substitute(trNoop("deployment '$0': $1", "data"),
                    displaySafe(deployment.name), filled.error().text),
                master.id);
    }
    return {};
}

} // namespace lockkeeper::config
