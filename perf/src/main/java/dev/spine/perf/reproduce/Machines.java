package dev.spine.perf.reproduce;

import dev.spine.system.profile.ProfileFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which machines the figures are asked of: those of the papers, or others. Any thread.
 *
 * @param profile in place of every machine of the papers; null for those of the papers
 * @param changes of each of them, as people write them
 */
public record Machines(@Nullable String profile, List<String> changes) {
    /** Those of the papers. */
    static final Machines OF_THE_PAPERS = new Machines(null, List.of());

    /** Keeps its own list. */
    public Machines {
        changes = List.copyOf(changes);
    }

    /** {@return whether these are not the papers' machines: then nothing is held against what was published} */
    public boolean isWhatIf() {
        return profile != null || !changes.isEmpty();
    }

    /** {@return which machines they are, for people} */
    public String text() {
        return (profile == null ? "the papers' machines" : profile) + (changes.isEmpty() ? "" : " with " + String.join(", ", changes));
    }

    /** {@return the same with one more change} */
    public Machines with(String change) {
        List<String> more = new ArrayList<>(changes);
        more.add(change);
        return new Machines(profile, more);
    }

    /**
     * {@return the reference of the profile that is asked in place of one of the papers}
     *
     * @param ofPapers reference of that one
     * @throws dev.spine.system.file.SystemFileException for anything that is wrong with the profile or a change
     */
    public String inPlaceOf(String ofPapers) {
        return ProfileFile.reference(profile == null ? ofPapers : profile, changes);
    }
}
