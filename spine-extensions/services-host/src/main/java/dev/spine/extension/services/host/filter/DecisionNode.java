package dev.spine.extension.services.host.filter;

/** A place in a decision graph. */
sealed interface DecisionNode {
    /**
     * A comparison.
     *
     * @param number of the node, each has its own
     * @param test what is compared
     * @param whenTrue where it goes on when it holds
     * @param whenFalse where it goes on when it does not
     * @param outside where it goes on when bytes are not there, or a division has no result
     * @param rule whose it is
     */
    record Branch(int number, Condition.Test test, DecisionNode whenTrue, DecisionNode whenFalse, DecisionNode outside, int rule)
        implements DecisionNode {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** A rule that counts holds; it goes on. */
    record Count(int rule, DecisionNode next) implements DecisionNode {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return rule;
        }
    }

    /** A rule decides. */
    record Verdict(int rule) implements DecisionNode {}

    /** No rule of this graph decides. */
    record Undecided() implements DecisionNode {}
}
