package dev.spine.system.profile;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.system.file.FilePosition;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads machine profiles. Any thread. */
public final class ProfileFile {
    /** The profiles that come with Spine, the usual one first. */
    public static final List<String> BUNDLED = List.of("lanai-33", "lanai-33-small", "lanai-33-large", "lanai-25-sbus", "host-400",
        "acenic", "iop-250", "dpu-pcie5");

    private static final String LEFT_OUT = Origin.LEFT_OUT.word() + ": default of the manual";
    private static final String COUNTED = "counted: units of the code that does it, on all workloads";
    private static final String COUNTED_OF_OTHER = "counted: of the other processor; this one was not seen to do it";
    private static final String BASED_ON = "based-on";
    /** A file may have the word in its name. */
    private static final String CHANGES = Profile.WITH + "(?=[a-z][a-z.-]*=)";

    private ProfileFile() {}

    /**
     * Finds and reads a profile.
     *
     * @param reference the name of a bundled profile, or a file; then any number of changes, each behind the word {@code with}:
     *     {@code "lanai-33 with bus.clock=66MHz"}
     * @return what the modelled engine calculates with
     * @throws SystemFileException when there is none, or for anything that is wrong with it
     */
    public static MachineProfile find(String reference) {
        return load(reference).machine();
    }

    /**
     * Finds and reads a profile.
     *
     * @param reference as {@link #find} takes it
     * @return the profile with its sources
     * @throws SystemFileException when there is none, or for anything that is wrong with it
     */
    public static Profile load(String reference) {
        String[] parts = reference.split(CHANGES, -1);
        Profile profile = named(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            profile = profile.with(ProfileChange.of(parts[i]));
        }
        String problem = new LongestTimes(profile).problem();
        if (problem != null) {
            throw FilePosition.of(reference).wrong(problem);
        }
        return profile;
    }

    /**
     * {@return a reference to a profile with changes}
     *
     * @param nameOrFile of the profile
     * @param changes as people write them, {@code "bus.clock=66MHz"}
     * @throws SystemFileException for anything that is wrong with it
     */
    public static String reference(String nameOrFile, List<String> changes) {
        StringBuilder reference = new StringBuilder(nameOrFile);
        for (String change : changes) {
            reference.append(Profile.WITH).append(ProfileChange.of(change).canonical());
        }
        load(reference.toString());
        return reference.toString();
    }

    private static Profile named(String nameOrFile) {
        if (BUNDLED.contains(nameOrFile)) {
            return read(nameOrFile, nameOrFile + ".toml", text(nameOrFile));
        }
        if (!isFile(nameOrFile)) {
            throw FilePosition.of(nameOrFile).wrong("is no bundled profile (" + String.join(", ", BUNDLED)
                + "); a profile of your own is named by its file, ending in .toml");
        }
        try {
            return read(nameOrFile, nameOrFile, TomlFile.text(Path.of(nameOrFile)));
        } catch (InvalidPathException e) {
            throw FilePosition.of(nameOrFile).wrong("is not a valid file name: " + e.getReason());
        }
    }

    /**
     * {@return whether a profile that is not bundled is meant as a file: it has a directory or ends in {@code .toml}}
     *
     * @param nameOrFile what a person wrote
     */
    public static boolean isFile(String nameOrFile) {
        return nameOrFile.contains("/") || nameOrFile.endsWith(".toml");
    }

    /**
     * {@return the text of a bundled profile, with its comments}
     *
     * @param name one of {@link #BUNDLED}
     */
    public static String text(String name) {
        try (InputStream in = ProfileFile.class.getResourceAsStream(name + ".toml")) {
            checkArgument(in != null, "no profile '%s' is bundled", name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the bundled profile '" + name + "' cannot be read: build again", e);
        }
    }

    static Profile read(String name, String file, String text) {
        TomlSection root = TomlFile.parse(file, text);
        Profile base = root.has(BASED_ON) ? base(root) : null;
        String given = root.text("name", name);
        String about = root.text("about", base == null ? "" : base.about());
        Map<ProfileKey, ProfileValue> values = new LinkedHashMap<>();
        String host = processor(root, "host", base == null ? null : base.host(), base, values);
        String iop = processor(root, "iop", base == null ? null : base.iop(), base, values);
        for (String title : List.of("bus", "dma", "wire", "card")) {
            TomlSection section = section(root, title, base);
            numbers(section, title, base, values);
            if (section != null) {
                section.finish();
            }
        }
        // What a profile may leave out, whatever it is based on.
        for (String title : List.of("memory", "placement", "code")) {
            TomlSection section = root.section(title);
            numbers(section, title, base, values);
            if (section != null) {
                section.finish();
            }
        }
        root.finish();
        Profile profile = new Profile(given, about, host, iop, values);
        try {
            profile.machine();
        } catch (IllegalArgumentException e) {
            // Each number is in its range, but a value of this file and one of its base do not fit together.
            throw root.wrong(String.valueOf(e.getMessage()));
        }
        return profile;
    }

    private static Profile base(TomlSection root) {
        String base = root.text(BASED_ON);
        if (!BUNDLED.contains(base)) {
            throw root.wrong(BASED_ON, "must be a bundled profile: " + String.join(", ", BUNDLED));
        }
        String text = text(base);
        return read(base, base + ".toml", text);
    }

    private static String processor(TomlSection root, String title, @Nullable String baseName, @Nullable Profile base,
            Map<ProfileKey, ProfileValue> values) {
        TomlSection section = section(root, title, base);
        String name = section == null ? baseName : baseName == null ? section.text("name") : section.text("name", baseName);
        numbers(section, title, base, values);
        for (String part : List.of("cycles", "units", "memory")) {
            TomlSection inner = section == null ? null : part.equals("cycles") ? section(section, part, base) : section.section(part);
            numbers(inner, title + "." + part, base, values);
            if (inner != null) {
                inner.finish();
            }
        }
        if (section != null) {
            section.finish();
        }
        return String.valueOf(name);
    }

    /** A profile that is based on another one may leave out what it has from that. */
    private static @Nullable TomlSection section(TomlSection outer, String key, @Nullable Profile base) {
        return base == null ? required(outer, key) : outer.section(key);
    }

    private static TomlSection required(TomlSection section, String key) {
        TomlSection inner = section.section(key);
        if (inner == null) {
            throw section.wrong(key, "is missing: add it; a profile says what everything costs, and from where each number is");
        }
        return inner;
    }

    private static void numbers(@Nullable TomlSection section, String title, @Nullable Profile base, Map<ProfileKey, ProfileValue> values) {
        for (ProfileKey key : ProfileKey.values()) {
            if (!key.section().equals(title)) {
                continue;
            }
            boolean given = section != null && section.has(key.leaf());
            if (base != null && !given) {
                values.put(key, Objects.requireNonNull(base.values().get(key)));
            } else if (!given && key.fallback().isPresent()) {
                values.put(key, new ProfileValue(key.fallback().getAsDouble(), sourceOfFallback(key)));
            } else if (section != null) {
                values.put(key, number(required(section, key.leaf()), key, values));
            }
        }
    }

    private static String sourceOfFallback(ProfileKey key) {
        if (key.unit() != Unit.UNITS) {
            return LEFT_OUT;
        }
        return OperationUnits.COUNTED.all().containsKey(key.path().replace(".units.", ".")) ? COUNTED : COUNTED_OF_OTHER;
    }

    private static ProfileValue number(TomlSection entry, ProfileKey key, Map<ProfileKey, ProfileValue> values) {
        double number = key.unit().isWord() ? word(entry, key)
            : key.isWhole() ? entry.number("value", least(key, values), (long) key.most())
            : entry.decimal("value", key.least(), key.most());
        String source = entry.text("source");
        if (Origin.of(source).filter(Origin::isOfFile).isEmpty()) {
            throw entry.wrong("source",
                "must begin with 'published: ', 'measured: ', 'data sheet: ', 'counted: ', 'fitted: ' or 'assumed': say from where it is");
        }
        entry.finish();
        return new ProfileValue(number, source);
    }

    private static double word(TomlSection entry, ProfileKey key) {
        return key.unit().parse(entry.text("value")).orElseThrow(() -> entry.wrong("value", "must be " + key.unit().examples()));
    }

    /** A burst is no shorter than what the bus moves in a cycle. */
    private static long least(ProfileKey key, Map<ProfileKey, ProfileValue> values) {
        if (!key.path().equals("bus.burst-bytes")) {
            return (long) key.least();
        }
        ProfileValue width = values.get(ProfileKey.named("bus.width-bytes").orElseThrow());
        return width == null ? (long) key.least() : (long) width.number();
    }
}
