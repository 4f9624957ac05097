package dev.spine.system.profile;

import dev.spine.iop.NearestWord;
import dev.spine.system.file.FilePosition;
import java.util.OptionalDouble;

/**
 * One value of a profile replaced by another, for a what-if. Any thread.
 *
 * @param written as a person wrote it, for example {@code "bus.clock=66MHz"}
 * @param key which value
 * @param number what it is to be, in the key's unit
 */
public record ProfileChange(String written, ProfileKey key, double number) {
    /**
     * Reads one.
     *
     * @param written a key of a profile, an equals sign and a number, with a unit if it is not the profile's
     * @return the change
     * @throws dev.spine.system.file.SystemFileException for a key that no profile has, or a number that it cannot be
     */
    public static ProfileChange of(String written) {
        int sign = written.indexOf('=');
        if (sign < 1) {
            throw FilePosition.of(written).wrong("is no change of a profile: write KEY=VALUE, for example bus.clock=66MHz");
        }
        String name = written.substring(0, sign).strip();
        ProfileKey key = ProfileKey.named(name).orElseThrow(() -> FilePosition.of(written).wrong("no profile has '" + name + "'"
            + NearestWord.to(name, ProfileKey.names()).map(nearest -> "; did you mean '" + nearest + "'?").orElse("")
            + ": 'spine profile show' lists what profiles have"));
        OptionalDouble number = key.unit().parse(written.substring(sign + 1));
        if (number.isEmpty()) {
            throw FilePosition.of(written).wrong("'" + key.path() + "' is given by " + key.unit().examples() + ", not by '"
                + written.substring(sign + 1) + "'");
        }
        String problem = key.problem(number.getAsDouble());
        if (problem != null) {
            throw FilePosition.of(written).wrong("'" + key.path() + "' " + problem);
        }
        return new ProfileChange(written, key, number.getAsDouble());
    }

    /** {@return its key and number, written the same way whoever wrote it} */
    public String canonical() {
        return key.path() + "=" + key.unit().write(number);
    }
}
