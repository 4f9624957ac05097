package dev.spine.command.ext;

import dev.spine.command.run.RunningSystemOption;
import dev.spine.system.BuiltInExtension;
import dev.spine.system.ExtensionFile;
import dev.spine.system.Image;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** An image that a person names: a word for an extension that comes with Spine, or the file of a jar. */
final class ImageArgument {
    private ImageArgument() {}

    static Image read(RunningSystemOption system, String name) {
        BuiltInExtension builtIn = BuiltInExtension.of(name);
        if (builtIn != null) {
            return builtIn.image();
        }
        try {
            return ExtensionFile.image(Path.of(name));
        } catch (ExtensionFile.UnreadableException | InvalidPathException e) {
            throw system.wrong(name + ": " + e.getMessage());
        }
    }
}
