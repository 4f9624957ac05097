package dev.spine.extension.services.host.filter;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders the comparisons of rules: whatever way a packet goes through the graph, no comparison is made whose outcome follows from those
 * before it, and all rules share what they ask. Parts that are the same are there once.
 *
 * <p>Knowing more makes more parts different; where that makes a graph too large, less is remembered.
 */
final class DecisionGraph {
    /** What is known differs more often than what follows from it. */
    private static final int STATES_OF_NODE = 16;

    /** How much is remembered on the way through the rules. */
    enum Memory {
        /** Everything. */
        OF_ALL_RULES,
        /** What a rule has asked itself. */
        OF_ONE_RULE,
        /** Nothing. */
        NONE
    }

    /** There are more nodes than there may be. */
    static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        private TooLargeException() {
            super("too many nodes", null, false, false);
        }
    }

    /** Where the rest of the rules is the same, and as much is known, the graph is the same. */
    private record State(int rule, Condition rest, Facts facts) {}

    private record Shape(Condition.Test test, DecisionNode whenTrue, DecisionNode whenFalse, DecisionNode outside) {}

    private final List<FilterRule> rules;
    private final List<Condition> conditions;
    private final List<Set<Value>> asked;
    private final int last;
    private final Memory memory;
    private final int most;
    private final Map<State, DecisionNode> made = new HashMap<>();
    private final Map<Shape, DecisionNode.Branch> shapes = new HashMap<>();
    private final DecisionNode undecided = new DecisionNode.Undecided();

    private DecisionGraph(List<FilterRule> rules, List<Condition> conditions, int first, int last, Memory memory, int most) {
        this.rules = rules;
        this.conditions = conditions;
        this.last = last;
        this.memory = memory;
        this.most = most;
        this.asked = conditions.stream().map(condition -> {
            Set<Value> values = new HashSet<>();
            addValues(condition, values);
            return values;
        }).toList();
        for (int rule = last - 2; memory == Memory.OF_ALL_RULES && rule >= first; rule--) {
            asked.get(rule).addAll(asked.get(rule + 1));
        }
    }

    /**
     * {@return the first node of a graph}
     *
     * @param rules all rules
     * @param conditions what each asks
     * @param first the first rule of the graph
     * @param last the first rule behind the graph
     * @param memory how much is remembered
     * @param most nodes
     * @throws TooLargeException when there would be more
     */
    static DecisionNode of(List<FilterRule> rules, List<Condition> conditions, int first, int last, Memory memory, int most)
        throws TooLargeException {
        return new DecisionGraph(rules, conditions, first, last, memory, most).begin(first, Facts.NONE);
    }

    private static void addValues(Condition condition, Set<Value> values) {
        switch (condition) {
            case Condition.Known known -> { }
            case Condition.And and -> {
                addValues(and.left(), values);
                addValues(and.right(), values);
            }
            case Condition.Or or -> {
                addValues(or.left(), values);
                addValues(or.right(), values);
            }
            case Condition.Test test -> {
                addParts(test.left(), values);
                addParts(test.right(), values);
            }
        }
    }

    private static void addParts(Value value, Set<Value> values) {
        values.add(value);
        if (value instanceof Value.Operation operation) {
            addParts(operation.left(), values);
            addParts(operation.right(), values);
        }
    }

    private DecisionNode begin(int rule, Facts facts) throws TooLargeException {
        return rule == last ? undecided : build(rule, conditions.get(rule), memory == Memory.OF_ALL_RULES ? facts : Facts.NONE);
    }

    private DecisionNode build(int rule, Condition condition, Facts facts) throws TooLargeException {
        Condition rest = simplified(condition, facts);
        if (rest instanceof Condition.Known known) {
            return known.outcome() ? matched(rule, facts) : begin(rule + 1, facts);
        }
        State state = new State(rule, rest, relevant(rule, rest, facts));
        DecisionNode node = made.get(state);
        if (node == null) {
            if (shapes.size() >= most || made.size() >= most * STATES_OF_NODE) {
                throw new TooLargeException();
            }
            node = branch(state);
            made.put(state, node);
        }
        return node;
    }

    private Facts relevant(int rule, Condition rest, Facts facts) {
        boolean goesOn = memory == Memory.OF_ALL_RULES && rule + 1 < last;
        return facts.about(value -> goesOn && asked.get(rule + 1).contains(value) || asks(rest, value));
    }

    private static boolean asks(Condition condition, Value value) {
        return switch (condition) {
            case Condition.Known known -> false;
            case Condition.And and -> asks(and.left(), value) || asks(and.right(), value);
            case Condition.Or or -> asks(or.left(), value) || asks(or.right(), value);
            case Condition.Test test -> isPart(test.left(), value) || isPart(test.right(), value);
        };
    }

    private static boolean isPart(Value whole, Value value) {
        return whole.equals(value)
            || whole instanceof Value.Operation operation && (isPart(operation.left(), value) || isPart(operation.right(), value));
    }

    private DecisionNode matched(int rule, Facts facts) throws TooLargeException {
        if (rules.get(rule).action() != FilterAction.COUNT) {
            return new DecisionNode.Verdict(rule);
        }
        return new DecisionNode.Count(rule, begin(rule + 1, facts));
    }

    private DecisionNode branch(State state) throws TooLargeException {
        Condition.Test test = first(state.rest());
        Condition.Test opposite = new Condition.Test(test.left(), test.comparison().opposite(), test.right());
        boolean remembers = memory != Memory.NONE;
        DecisionNode whenTrue = build(state.rule(), decided(state.rest(), Condition.ALWAYS),
            remembers ? state.facts().when(test) : state.facts());
        DecisionNode whenFalse = build(state.rule(), decided(state.rest(), Condition.NEVER),
            remembers ? state.facts().when(opposite) : state.facts());
        // Packets that are too short are few: one way for all of them through the rules that follow.
        DecisionNode outside = begin(state.rule() + 1, Facts.NONE);
        if (whenTrue.equals(whenFalse) && whenTrue.equals(outside)) {
            return outside;
        }
        return shapes.computeIfAbsent(new Shape(test, whenTrue, whenFalse, outside),
            shape -> new DecisionNode.Branch(shapes.size(), test, whenTrue, whenFalse, outside, state.rule()));
    }

    private static Condition.Test first(Condition condition) {
        return switch (condition) {
            case Condition.Test test -> test;
            case Condition.And and -> first(and.left());
            case Condition.Or or -> first(or.left());
            case Condition.Known known -> throw new IllegalStateException("nothing is asked where all is known");
        };
    }

    /** What is left when the first comparison is decided. */
    private static Condition decided(Condition condition, Condition outcome) {
        return switch (condition) {
            case Condition.And and -> and(decided(and.left(), outcome), and.right());
            case Condition.Or or -> or(decided(or.left(), outcome), or.right());
            case Condition.Test test -> outcome;
            case Condition.Known known -> known;
        };
    }

    private static Condition and(Condition left, Condition right) {
        return left == Condition.ALWAYS ? right : left == Condition.NEVER ? left : new Condition.And(left, right);
    }

    private static Condition or(Condition left, Condition right) {
        return left == Condition.NEVER ? right : left == Condition.ALWAYS ? left : new Condition.Or(left, right);
    }

    /** Takes away what is known, up to the first comparison that is not. */
    private static Condition simplified(Condition condition, Facts facts) {
        return switch (condition) {
            case Condition.Known known -> known;
            case Condition.Test test -> {
                Boolean outcome = facts.outcome(test);
                yield outcome == null ? test : outcome ? Condition.ALWAYS : Condition.NEVER;
            }
            case Condition.And and -> {
                Condition left = simplified(and.left(), facts);
                yield left == Condition.ALWAYS ? simplified(and.right(), facts) : and(left, and.right());
            }
            case Condition.Or or -> {
                Condition left = simplified(or.left(), facts);
                yield left == Condition.NEVER ? simplified(or.right(), facts) : or(left, or.right());
            }
        };
    }
}
