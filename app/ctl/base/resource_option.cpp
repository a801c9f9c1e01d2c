// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/resource_option.h"

#include "app/ctl/output/name_words.h"
#include "core/lock/node_names.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kEncoded = "--resource-b64";

} // namespace

void addResource(CLI::App& command, TypedResource& typed)
{
    addResource(command, typed, tr("The lock's name"));
}

void addResource(CLI::App& command, TypedResource& typed, const std::string& help)
{
    CLI::Option* name = command.add_option_function<std::string>(
        "RESOURCE", [&typed](const std::string& text) { typed.resource = Resource(text); }, help);
    name->type_name("");
    const auto decode = [&typed](const std::string& text) {
        std::string bytes;
        if (!absl::Base64Unescape(text, &bytes))
            throw CLI::ValidationError(kEncoded, tr("is not Base64"));
        typed = {.resource = Resource(bytes), .isEncoded = true};
    };
    command
        .add_option_function<std::string>(
            kEncoded, decode, tr("The name in Base64 instead of RESOURCE, as resource_b64 in JSON"))
        ->type_name("BASE64")
        ->excludes(name);
}

const Resource& checkResource(const TypedResource& typed, EmptyName empty)
{
    if (!typed.resource)
        throw CLI::RequiredError("RESOURCE");
    if (typed.resource->isEmpty() && (empty == EmptyName::Refused || !typed.isEncoded)) {
        throw CLI::ValidationError("RESOURCE",
            empty == EmptyName::Refused
                ? tr("is empty")
                : tr("is empty; if that is the lock's name: --resource-b64 ''"));
    }
    return *typed.resource;
}

Resource resourceIn(const config::Deployment& deployment, const Resource& typed)
{
    const config::Ensemble* const store = deployment.otherStore();
    // The watched path may be a lock.
    if (store == nullptr || typed.value() == "/" || typed.value() == store->root)
        return typed;
    return lock::nodeOfLock(store->root, typed).value_or(typed);
}

std::string freeText(const Resource& resource, const config::Deployment& deployment)
{
    const int database = deployment.masters.front().url.database;
    const bool isOne = std::ranges::all_of(deployment.masters,
        [&](const config::MasterConfig& master) { return master.url.database == database; });
    const std::string name = nameText(resource);
    std::string text = isOne && deployment.otherStore() == nullptr
        ? absl::Substitute(tr("$0 is free: it is not stored in database $1"), name, database)
        : absl::Substitute(tr("$0 is free"), name);
    const std::string meant = fromDisplaySafe(resource.value());
    if (meant != resource.value())
        text += absl::Substitute(tr(" (for the name that `list` shows like this: $0)"),
            absl::StrCat(kEncoded, " ", absl::Base64Escape(meant)));
    return text;
}

} // namespace lockkeeper::ctl
