package dev.spine.command.requirements;

import dev.spine.system.file.TomlSection;
import java.util.List;

/**
 * One thing that a paper asks for.
 *
 * @param id the prefix of the paper and a number
 * @param section where in the paper
 * @param text what is asked for, in our words, with the number to reach
 * @param experiments commands whose results show it
 * @param partial what tests and experiments leave open; empty when nothing
 * @param reason why nothing shows it; empty when something does
 */
record Requirement(String id, String section, String text, List<Experiment> experiments, String partial, String reason) {
    static Requirement read(TomlSection section) {
        Requirement requirement = new Requirement(section.name("id"), section.text("section"), section.text("text"),
            Experiment.list(section.text("experiments", "")), section.text("partial", ""), section.text("reason", ""));
        section.finish();
        return requirement;
    }
}
