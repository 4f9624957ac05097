package dev.spine.system;

import dev.spine.extension.panic.card.PanicParameter;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.iop.NearestWord;
import dev.spine.iop.PlainText;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the image of an extension: a word for one that comes with Spine, or the file of a jar. Any thread. */
public final class ExtensionFile {
    private ExtensionFile() {}

    /** The image cannot be read; the message is one line for people, continuing the name of the file. */
    public static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * A refusal.
         *
         * @param message what is wrong and what to do
         */
        public UnreadableException(String message) {
            super(message);
        }
    }

    /**
     * Reads a jar.
     *
     * @param file the jar
     * @return its bytes, at most as many as a card takes
     * @throws UnreadableException when it cannot be read
     */
    public static Image image(Path file) throws UnreadableException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(ExtensionImage.MAX_BYTES + 1);
            if (bytes.length > ExtensionImage.MAX_BYTES) {
                throw new UnreadableException("has more than the " + ExtensionImage.MAX_BYTES + " bytes that a card takes: leave out"
                    + " what is not needed there");
            }
            return new Image(bytes);
        } catch (NoSuchFileException e) {
            throw new UnreadableException("there is no such file, and the extensions that come with Spine are " + BuiltInExtension.words()
                + ": check the name");
        } catch (AccessDeniedException e) {
            throw new UnreadableException("may not be read by you: change its permissions");
        } catch (IOException e) {
            throw new UnreadableException("cannot be read: " + e.getMessage() + ": name a jar");
        }
    }

    static ExtensionSpec read(TomlSection section) {
        String name = section.name("name");
        Map<String, String> parameters = section.texts("parameters");
        try {
            new LoadParameters(parameters);
        } catch (IllegalArgumentException e) {
            throw section.wrong("parameters", "cannot be passed on: " + e.getMessage());
        }
        BuiltInExtension builtIn = BuiltInExtension.of(section.text("image"));
        if (builtIn == BuiltInExtension.PANIC) {
            requireOfTheMachine(section, parameters);
        }
        Image image;
        try {
            image = builtIn != null ? builtIn.image() : image(section.file("image"));
        } catch (UnreadableException e) {
            throw section.wrong("image", "names " + section.text("image") + ": " + e.getMessage());
        }
        DevicePlacement placement = section.choice("place", DevicePlacement.class, DevicePlacement.CARD);
        RoutineMode routines = builtIn == BuiltInExtension.ARDMA && placement == DevicePlacement.CARD
            ? section.choice("routines", RoutineMode.class, RoutineMode.CHECKED) : null;
        section.finish();
        return new ExtensionSpec(name, image, placement, parameters, routines, section.position());
    }

    private static void requireOfTheMachine(TomlSection section, Map<String, String> parameters) {
        Map<String, PanicParameter> known = Arrays.stream(PanicParameter.values())
            .collect(Collectors.toMap(PanicParameter::text, each -> each, (first, _) -> first, LinkedHashMap::new));
        parameters.forEach((name, value) -> {
            PanicParameter parameter = known.get(name);
            if (parameter == null) {
                throw section.wrong("parameters", "has '" + PlainText.line(name) + "', which the VM of PANIC does not know"
                    + NearestWord.to(name, known.keySet()).map(nearest -> "; did you mean '" + nearest + "'?").orElse("")
                    + ": it knows " + String.join(", ", known.keySet()));
            }
            try {
                parameter.read(value);
            } catch (IllegalArgumentException e) {
                throw section.wrong("parameters", "is not for the VM of PANIC: " + e.getMessage());
            }
        });
    }
}
