// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployments_file.h"
#include "ui/bridge/task_queue.h"

#include <QObject>

namespace lockkeeper::ui {

/// Reads and extends the deployments file in the background.
class DeploymentsStore final : public QObject {
    Q_OBJECT
public:
    explicit DeploymentsStore(std::filesystem::path file, QObject* parent = nullptr);
    ~DeploymentsStore() override;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    /// As last read, without passwords.
    [[nodiscard]] const std::vector<config::Deployment>& deployments() const noexcept
    {
        return m_deployments;
    }
    [[nodiscard]] const std::vector<Error>& errors() const noexcept { return m_errors; }

public Q_SLOTS:
    void reload();
    /// With passwords.
    void open(const std::string& name);
    /// Without password.
    void add(const lockkeeper::config::Deployment& deployment);

Q_SIGNALS:
    void loaded();
    void opened(const lockkeeper::config::Deployment& deployment);
    void openFailed(const lockkeeper::Error& error);
    void added(const lockkeeper::config::Deployment& deployment);
    void addFailed(const lockkeeper::Error& error);

private:
    template <class Work> void run(Work work);
    void adopt(const config::DeploymentsFile& file);

    std::filesystem::path m_file;
    std::vector<config::Deployment> m_deployments;
    std::vector<Error> m_errors;
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll};
};

} // namespace lockkeeper::ui
