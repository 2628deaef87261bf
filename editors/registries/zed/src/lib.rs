//! Starts the program that is on PATH: nothing is downloaded.
use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Fencepost;

impl zed::Extension for Fencepost {
    fn new() -> Self {
        Fencepost
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let command = worktree
            .which("fencepost")
            .ok_or("fencepost is not on PATH: install its wheel or its tarball")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree).ok().and_then(|lsp| lsp.settings);
        Ok(Some(zed::serde_json::json!({ "fencepost": settings.unwrap_or_default() })))
    }
}

zed::register_extension!(Fencepost);
