package dev.spine.command.requirements;

import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the papers ask for, as the file says.
 *
 * @param papers in the order of the page
 * @param requirements in the order of the file
 */
record RequirementList(List<Paper> papers, List<Requirement> requirements) {
    /** Reads a file. */
    static RequirementList read(Path file) {
        return parse(String.valueOf(file.getFileName()), TomlFile.text(file));
    }

    /** Reads a text that stands in a file. */
    static RequirementList parse(String name, String text) {
        TomlSection root = TomlFile.parse(name, text);
        RequirementList list = new RequirementList(root.sections("paper").stream().map(Paper::read).toList(),
            root.sections("requirement").stream().map(Requirement::read).toList());
        root.finish();
        return list;
    }

    /** The requirements of one paper, in the order of the file. */
    List<Requirement> of(Paper paper) {
        return requirements.stream().filter(requirement -> paper.has(requirement.id())).toList();
    }

    /** {@return what does not fit together between the list and the tests, one line each} */
    List<String> faults(TestTree tests) {
        List<String> faults = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Requirement requirement : requirements) {
            if (!known.add(requirement.id())) {
                faults.add(requirement.id() + " stands twice in the list");
            }
            addFaults(requirement, tests, faults);
        }
        Set<String> all = new TreeSet<>();
        for (Paper paper : papers) {
            for (int number = 1; number <= paper.requirements(); number++) {
                all.add(String.format(Locale.ROOT, "%s-%02d", paper.prefix(), number));
            }
        }
        all.stream().filter(id -> !known.contains(id)).forEach(id -> faults.add(id + " is missing in the list"));
        known.stream().filter(id -> !all.contains(id)).sorted().forEach(id -> faults.add(id + " is no id of a paper of the list"));
        for (String tag : tests.ids()) {
            if (!known.contains(tag)) {
                faults.add("a tag that is no requirement's: \"" + tag + "\" at " + tests.of(tag).getFirst().className());
            }
        }
        return faults;
    }

    private static void addFaults(Requirement requirement, TestTree tests, List<String> faults) {
        boolean shown = !tests.of(requirement.id()).isEmpty() || !requirement.experiments().isEmpty();
        if (!shown && requirement.reason().isEmpty()) {
            faults.add(requirement.id() + " has neither a test nor an experiment nor a reason");
        }
        if (shown && !requirement.reason().isEmpty()) {
            faults.add(requirement.id() + " has a reason why nothing shows it, and something does: say what is open under 'partial'");
        }
        if (!shown && !requirement.partial().isEmpty()) {
            faults.add(requirement.id() + " says what is open, and nothing shows the rest: say why under 'reason'");
        }
        for (Experiment experiment : requirement.experiments()) {
            String problem = experiment.problem();
            if (!problem.isEmpty()) {
                faults.add(requirement.id() + ": '" + experiment.command() + "' " + problem);
            }
        }
    }
}
