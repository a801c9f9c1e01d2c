// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/keychain.h"

#include "ui/models/words/words.h"

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

const QString kSecretService = u"lockkeeper"_s;
/// Redis user names can't contain it.
constexpr QChar kSeparator = u'\n';

std::optional<Login> loginIn(const QString& text)
{
    const qsizetype end = text.indexOf(kSeparator);
    if (end < 0)
        return std::nullopt;
    return Login{text.left(end).toStdString(), Secret(text.mid(end + 1).toStdString())};
}

QString errorOf(const QKeychain::Job& job)
{
    if (job.error() == QKeychain::NoError)
        return {};
    if (job.error() == QKeychain::NoBackendAvailable)
        return DesktopKeychain::tr("this desktop has no keychain service");
    const QString text = safeText(job.errorString().toStdString());
    return text.isEmpty() ? DesktopKeychain::tr("the keychain refused it") : text;
}

} // namespace

void DesktopKeychain::find(const QString& account, Found found)
{
    auto* job = new QKeychain::ReadPasswordJob(kSecretService, this);
    job->setKey(account);
    connect(job, &QKeychain::Job::finished, this, [job, found = std::move(found)] {
        found(job->error() == QKeychain::NoError ? loginIn(job->textData()) : std::nullopt);
    });
    job->start();
}

void DesktopKeychain::store(const QString& account, const Login& login, Stored stored)
{
    auto* job = new QKeychain::WritePasswordJob(kSecretService, this);
    job->setKey(account);
    job->setTextData(QString::fromStdString(login.user) + kSeparator
        + QString::fromStdString(login.password.reveal()));
    connect(job, &QKeychain::Job::finished, this,
        [job, stored = std::move(stored)] { stored(errorOf(*job)); });
    job->start();
}

} // namespace lockkeeper::ui
