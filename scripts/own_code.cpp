// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <memory>
#include <string>
#include <vector>

namespace {

/// Makes clang-tidy look at our own code only. Otherwise it looks for all its patterns in the
/// headers of the system and in generated code too, where it reports nothing, and that takes most
/// of its time.
class OwnCode final : public clang::ASTConsumer {
public:
    void HandleTranslationUnit(clang::ASTContext& context) override
    {
        std::vector<clang::Decl*> own;
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
            if (isOwn(context.getSourceManager(), declaration->getLocation()))
                own.push_back(declaration);
        }
        context.setTraversalScope(own);
    }

private:
    static bool isOwn(const clang::SourceManager& sources, clang::SourceLocation location)
    {
        const clang::SourceLocation place = sources.getExpansionLoc(location);
        return place.isValid() && !sources.isInSystemHeader(place)
            && !sources.getFilename(place).contains("/build/");
    }
};

class Action final : public clang::PluginASTAction {
protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(
        clang::CompilerInstance& /*compiler*/, llvm::StringRef /*file*/) override
    {
        return std::make_unique<OwnCode>();
    }
    bool ParseArgs(const clang::CompilerInstance& /*compiler*/,
        const std::vector<std::string>& /*arguments*/) override
    {
        return true;
    }
    ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<Action> kAction("own-code", "looks at our own code only");

} // namespace
