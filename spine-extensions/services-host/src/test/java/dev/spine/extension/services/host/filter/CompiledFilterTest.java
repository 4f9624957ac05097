package dev.spine.extension.services.host.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.ExtensionImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compiled filters decide as the interpreter does, pass the verifier, and make no comparison whose outcome is known. */
@Tag("SO-08")
@Tag("SS-08")
@Tag("SS-52")
class CompiledFilterTest {
    private static final long SEED = Long.getLong("spine.seed", 81_516);
    private static final boolean FULL = Boolean.getBoolean("spine.full");

    @Test
    void everyExpressionDecidesAsTheInterpreterDoes() throws Exception {
        RandomExpressions expressions = new RandomExpressions(SEED);
        List<byte[]> packets = new FilterTraffic(SEED).packets(150);
        for (int i = 0; i < (FULL ? 2_000 : 1_000); i++) {
            String text = expressions.next();
            FilterRule rule = FilterRule.of(FilterAction.DROP, text);
            ExpressionInterpreter interpreter = new ExpressionInterpreter(rule.expression());
            LoadedFilter filter = new LoadedFilter(FilterCompiler.compile(List.of(rule)));
            for (int p = 0; p < packets.size(); p++) {
                assertEquals(interpreter.holds(packets.get(p)) ? 0 : -1, filter.decide(packets.get(p)), "'" + text + "', packet " + p
                    + ", seed " + SEED);
            }
        }
    }

    private static List<String> unmatched(String rules) throws FilterSyntaxException {
        return FilterCompiler.compile(FilterRule.read(rules)).unmatched().stream().map(line -> line.substring(0, line.indexOf(',')))
            .toList();
    }

    @Test
    void aRuleThatNoPacketCanMatchIsNamed() throws FilterSyntaxException {
        assertEquals(List.of("rule 1"), unmatched("drop tcp and udp"));
        assertEquals(List.of("rule 1"), unmatched("drop ip and ip6"));
        assertEquals(List.of("rule 1"), unmatched("count src port 80 and src port 81 and tcp"));
        assertEquals(List.of("rule 1", "rule 3"), unmatched("drop arp and ip\npass icmp\ncount tcp and icmp"));
        assertEquals(List.of(), unmatched("count tcp\npass tcp port 80\ndrop tcp"));
        assertEquals(List.of(), unmatched("pass\ndrop"), "a rule for every packet is for what is left");
        assertEquals("rule 1, 'drop tcp and udp', can never match: its parts exclude one another",
            FilterCompiler.compile(FilterRule.read("drop tcp and udp")).unmatched().getFirst());
    }

    @Test
    @Tag("full")
    void aRuleThatIsSaidNeverToMatchDecidesAboutNoPacket() throws Exception {
        RandomExpressions expressions = new RandomExpressions(SEED);
        List<byte[]> packets = new FilterTraffic(SEED).packets(100);
        for (int i = 0; i < 200; i++) {
            List<FilterRule> rules = new ArrayList<>();
            for (int r = 0; r < 6; r++) {
                rules.add(FilterRule.of(FilterAction.DROP, r % 2 == 0 ? expressions.next() : expressions.next() + " and udp"));
            }
            CompiledFilter compiled = FilterCompiler.compile(rules);
            LoadedFilter filter = new LoadedFilter(compiled);
            for (byte[] packet : packets) {
                int rule = filter.decide(packet) + 1;
                assertTrue(compiled.unmatched().stream().noneMatch(line -> line.startsWith("rule " + rule + ",")), () -> "seed " + SEED
                    + ": " + rules.stream().map(FilterRule::line).collect(Collectors.joining("; ")));
            }
        }
    }

    @Test
    @Tag("full")
    void theFirstRuleThatHoldsDecidesHoweverRulesShareTheirQuestions() throws Exception {
        RandomExpressions expressions = new RandomExpressions(SEED);
        Random random = new Random(SEED);
        List<byte[]> packets = new FilterTraffic(SEED).packets(100);
        for (int i = 0; i < (FULL ? 200 : 100); i++) {
            List<FilterRule> rules = new ArrayList<>();
            int count = 2 + random.nextInt(random.nextInt(5) == 0 ? 58 : 8);
            for (int r = 0; r < count; r++) {
                rules.add(FilterRule.of(random.nextBoolean() ? FilterAction.DROP : FilterAction.PASS, expressions.next()));
            }
            List<ExpressionInterpreter> each = rules.stream().map(rule -> new ExpressionInterpreter(rule.expression())).toList();
            LoadedFilter filter = new LoadedFilter(FilterCompiler.compile(rules));
            for (byte[] packet : packets) {
                int expected = IntStream.range(0, count).filter(r -> each.get(r).holds(packet)).findFirst().orElse(-1);
                assertEquals(expected, filter.decide(packet), () -> "seed " + SEED + ": "
                    + rules.stream().map(FilterRule::line).collect(Collectors.joining("; ")));
            }
        }
    }

    @Test
    void theVerifierAcceptsWhatIsCompiled() throws Exception {
        RandomExpressions expressions = new RandomExpressions(SEED);
        for (int i = 0; i < 30; i++) {
            List<FilterRule> rules = new ArrayList<>();
            for (int r = 0; r < 12; r++) {
                rules.add(FilterRule.of(FilterAction.values()[r % 3], expressions.next()));
            }
            ExtensionImage image = ExtensionImage.parse(FilterCompiler.compile(rules).image("filter"));
            assertTrue(image.verdict().isAccepted(), () -> image.verdict() + ", seed " + SEED);
        }
    }

    @Test
    void rulesShareLoadsAndNoComparisonIsMadeTwiceOnAWay() throws Exception {
        CompiledFilter one = FilterCompiler.compile(FilterRule.read("drop tcp dst port 80"));
        CompiledFilter many = FilterCompiler.compile(FilterRule.read("""
            drop tcp dst port 80
            drop tcp dst port 81
            drop tcp dst port 82
            drop tcp dst port 83
            """));
        // Each further rule is one comparison of what is in a variable already, for IPv6 and for IPv4.
        assertEquals(comparisons(one) + 2 * 3, comparisons(many));
        assertEquals(0, comparisons(FilterCompiler.compile(FilterRule.read("drop tcp and not tcp and host 10.0.0.1"))));
    }

    /** Those that packets come to that are not too short. */
    private static int comparisons(CompiledFilter filter) {
        Set<DecisionNode> seen = new HashSet<>();
        Deque<DecisionNode> next = new ArrayDeque<>(List.of(filter.segments().getFirst().first()));
        while (!next.isEmpty()) {
            if (next.remove() instanceof DecisionNode.Branch branch && seen.add(branch)) {
                next.add(branch.whenTrue());
                next.add(branch.whenFalse());
            }
        }
        return seen.size();
    }

    @Test
    @Tag("full")
    void whatAsksManyThingsAtOnceIsCompiledAllTheSame() throws Exception {
        String ports = IntStream.range(0, 300).mapToObj(String::valueOf).collect(Collectors.joining(" or "));
        FilterRule rule = FilterRule.of(FilterAction.DROP, "(port " + ports + ") and (host 10.0.0.1 or 10.0.0.2 or 10.0.0.3) and less 900");
        LoadedFilter filter = new LoadedFilter(FilterCompiler.compile(List.of(rule)));
        ExpressionInterpreter interpreter = new ExpressionInterpreter(rule.expression());
        for (byte[] packet : new FilterTraffic(SEED).packets(2_000)) {
            assertEquals(interpreter.holds(packet) ? 0 : -1, filter.decide(packet));
        }
    }
}
