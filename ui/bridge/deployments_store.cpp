// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/deployments_store.h"

#include "core/observe/formats/format_set.h"
#include "core/text/translate.h"

namespace lockkeeper::ui {

DeploymentsStore::DeploymentsStore(std::filesystem::path file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{ }

DeploymentsStore::~DeploymentsStore() = default;

template <class Work> void DeploymentsStore::run(Work work)
{
    const auto load = [path = m_file, work = std::move(work)] {
        auto file = path.empty() ? config::DeploymentsFile()
                                 : config::DeploymentsFile::load(path, observe::formatNames());
        return work(file);
    };
    m_tasks.run(this, load, [](const auto& tell) { tell(); });
}

void DeploymentsStore::adopt(const config::DeploymentsFile& file)
{
    m_deployments = file.deployments();
    m_errors = file.errors();
    Q_EMIT loaded();
}

void DeploymentsStore::reload()
{
    run([this](const config::DeploymentsFile& file) { return [this, file] { adopt(file); }; });
}

void DeploymentsStore::open(const std::string& name)
{
    run([this, name](const config::DeploymentsFile& file) {
        return [this, result = file.open(name)] {
            if (result)
                Q_EMIT opened(*result);
            else
                Q_EMIT openFailed(result.error());
        };
    });
}

void DeploymentsStore::add(const config::Deployment& deployment)
{
    if (m_file.empty()) {
        Q_EMIT addFailed({ErrorClass::InvalidArgument,
            trNoop("there is no place for a deployments file; set HOME, or name one by --config "
                   "FILE"),
            {}});
        return;
    }
    run([this, deployment](config::DeploymentsFile& file) {
        const auto result = file.addDeployment(deployment);
        return [this, deployment, file, result] {
            adopt(file);
            if (result)
                Q_EMIT added(deployment);
            else
                Q_EMIT addFailed(result.error());
        };
    });
}

} // namespace lockkeeper::ui
