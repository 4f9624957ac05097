package dev.spine.command.requirements;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the page of the build's site that says which tests and experiments show each requirement. */
final class RequirementsPage {
    private static final String HEAD = """
        # Requirements

        What the papers ask for, in our words, and what shows that it is so: tests, which carry the id as a tag, and experiments, which are
        commands. A test in italics runs only under `mvn verify -Pfull`. Where tests and experiments show a requirement in part, or nothing
        shows it, the remark says what is open, or why.

        Each build writes this page from the tags of all tests and from
        [requirements.toml](../../src/test/resources/dev/spine/command/requirements/requirements.toml);
        [development.md](../../../../docs/development.md#requirements) says how. The tests of one requirement:
        `mvn verify -Dgroups=SS-30`.

        """;

    private final RequirementList list;
    private final TestTree tests;

    RequirementsPage(RequirementList list, TestTree tests) {
        this.list = list;
        this.tests = tests;
    }

    String text() {
        StringBuilder out = new StringBuilder(HEAD);
        out.append("| paper | requirements | by tests | by experiments only | of these in part | by nothing |\n")
            .append("|---|---|---|---|---|---|\n");
        List<Paper> papers = list.papers().stream().filter(paper -> paper.later().isEmpty()).toList();
        papers.forEach(paper -> out.append(summary(paper.title(), list.of(paper))));
        out.append(summary("all", list.requirements()));
        list.papers().stream().filter(paper -> !paper.later().isEmpty()).forEach(paper -> out.append("\n").append(paper.title())
            .append(" (").append(paper.prefix()).append("): not yet: ").append(paper.later()).append(".\n"));
        for (Paper paper : papers) {
            out.append("\n## ").append(paper.title()).append("\n\n")
                .append("| id | section | requirement | shown by | remark |\n|---|---|---|---|---|\n");
            list.of(paper).forEach(requirement -> out.append(row(requirement)));
        }
        return out.toString();
    }

    private String summary(String title, List<Requirement> requirements) {
        long tested = requirements.stream().filter(this::isTested).count();
        long tried = requirements.stream().filter(requirement -> !isTested(requirement) && !requirement.experiments().isEmpty()).count();
        long partial = requirements.stream().filter(requirement -> !requirement.partial().isEmpty()).count();
        List<String> rest = requirements.stream().filter(requirement -> !isTested(requirement) && requirement.experiments().isEmpty())
            .map(Requirement::id).toList();
        return "| " + title + " | " + requirements.size() + " | " + tested + " | " + tried + " | " + partial + " | " + rest.size()
            + (title.equals("all") || rest.isEmpty() ? "" : ": " + String.join(", ", rest)) + " |\n";
    }

    private boolean isTested(Requirement requirement) {
        return !tests.of(requirement.id()).isEmpty();
    }

    private String row(Requirement requirement) {
        List<String> shown = new ArrayList<>();
        Map<Path, List<TaggedTest>> files = tests.of(requirement.id()).stream()
            .collect(Collectors.groupingBy(TaggedTest::file, LinkedHashMap::new, Collectors.toList()));
        files.forEach((file, tagged) -> {
            String link = "[" + tagged.getFirst().className() + "](../../../../" + file.toString().replace('\\', '/') + ")";
            shown.add(tagged.stream().allMatch(tests::isFull) ? "*" + link + "*" : link);
        });
        requirement.experiments().forEach(experiment -> shown.add("`" + experiment.command() + "`"));
        String remark = requirement.partial().isEmpty() ? requirement.reason() : "in part: " + requirement.partial();
        return "| " + requirement.id() + " | " + requirement.section() + " | " + requirement.text() + " | " + String.join(", ", shown)
            + " | " + remark + " |\n";
    }
}
