package dev.spine.extension.services.host.filter;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.services.filter.FilterExtension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Rules that were compiled. Never changed. Any thread. */
public final class CompiledFilter {
    /** The binary name of the class, which is the entry of the image. */
    public static final String ENTRY = FilterExtension.class.getPackageName() + ".CompiledFilter";

    /**
     * A part of the graph that is a method.
     *
     * @param first its first node
     */
    record Segment(DecisionNode first) {}

    private final List<FilterRule> rules;
    private final byte[] classFile;
    private final List<Segment> segments;
    private final int codeBytes;

    CompiledFilter(List<FilterRule> rules, byte[] classFile, List<Segment> segments, int codeBytes) {
        this.rules = List.copyOf(rules);
        this.classFile = classFile;
        this.segments = List.copyOf(segments);
        this.codeBytes = codeBytes;
    }

    /** {@return the rules, in their order} */
    public List<FilterRule> rules() {
        return rules;
    }

    /** {@return the bytes of the class that decides, named {@link #ENTRY}} */
    public byte[] classFile() {
        return classFile.clone();
    }

    /** {@return the graphs; a packet goes through them until one decides} */
    List<Segment> segments() {
        return segments;
    }

    /** {@return the bytes of code of its methods} */
    public int codeBytes() {
        return codeBytes;
    }

    /**
     * {@return the jar that a runtime loads}
     *
     * @param name the extension's name, for listings
     */
    public byte[] image(String name) {
        String own = ENTRY.replace('.', '/') + ".class";
        SortedMap<String, byte[]> classes = new TreeMap<>();
        classes.put(own, classFile);
        String base = FilterExtension.class.getName().replace('.', '/') + ".class";
        ClassLoader loader = FilterExtension.class.getClassLoader();
        try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(base))) {
            classes.put(base, in.readAllBytes());
            PackagedExtension.addNamed(loader, classes);
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of the filter cannot be read", e);
        }
        return PackagedExtension.jar(name, ENTRY, classes);
    }

    /**
     * {@return a line for each rule that no packet can match, because parts of its expression exclude one another} A rule for every packet
     * is none of them. Not every such rule is found.
     */
    public List<String> unmatched() {
        BitSet reached = new BitSet();
        for (Segment segment : segments) {
            for (DecisionNode node : NodeOrder.of(segment.first()).nodes()) {
                switch (node) {
                    case DecisionNode.Count count -> reached.set(count.rule());
                    case DecisionNode.Verdict verdict -> reached.set(verdict.rule());
                    case DecisionNode.Branch branch -> { }
                    case DecisionNode.Undecided undecided -> { }
                }
            }
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            if (!reached.get(i) && !rules.get(i).text().isEmpty()) {
                lines.add("rule " + (i + 1) + ", '" + rules.get(i).line() + "', can never match: its parts exclude one another");
            }
        }
        return lines;
    }

    /** {@return the graph for people: a line for each comparison, with where it leads} */
    public String explanation() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rules.size(); i++) {
            text.append("rule ").append(i + 1).append("  ").append(rules.get(i).line()).append('\n');
        }
        for (int segment = 0; segment < segments.size(); segment++) {
            if (segments.size() > 1) {
                text.append("part ").append(segment + 1).append('\n');
            }
            NodeOrder order = NodeOrder.of(segments.get(segment).first());
            for (int i = 0; i < order.nodes().size(); i++) {
                text.append(String.format("(%03d) ", i)).append(line(order.nodes().get(i), order)).append('\n');
            }
        }
        return text.append(codeBytes).append(" bytes of code\n").toString();
    }

    private static String line(DecisionNode node, NodeOrder order) {
        return switch (node) {
            case DecisionNode.Branch branch -> String.format("%-40s true %d, false %d, outside %d", branch.test(),
                order.number(branch.whenTrue()), order.number(branch.whenFalse()), order.number(branch.outside()));
            case DecisionNode.Count count -> "count rule " + (count.rule() + 1) + ", then " + order.number(count.next());
            case DecisionNode.Verdict verdict -> "rule " + (verdict.rule() + 1) + " decides";
            case DecisionNode.Undecided undecided -> "no rule decides";
        };
    }
}
