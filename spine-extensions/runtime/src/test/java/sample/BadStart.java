package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;

/** Entries that cannot be made or started. */
public final class BadStart {
    private BadStart() {}

    /** Implements nothing. */
    public static final class NoExtension {
        /** Made by reflection only. */
        public NoExtension() {}
    }

    /** Cannot be made. */
    public abstract static class AbstractEntry implements Extension {
        /** For nobody. */
        protected AbstractEntry() {}
    }

    /** Has no constructor that the runtime could call. */
    public static final class HiddenConstructor implements Extension {
        private HiddenConstructor() {}

        @Override
        public void start(ExtensionContext context) {}
    }

    /** Its constructor throws. */
    public static final class ThrowingConstructor implements Extension {
        /** Throws. */
        public ThrowingConstructor() {
            throw new IllegalStateException("the constructor does not want to");
        }

        @Override
        public void start(ExtensionContext context) {}
    }

    /** Its static initialiser overflows the stack. */
    public static final class DeepInitialiser implements Extension {
        private static final int DEPTH = deep(1);

        /** Never reached. */
        public DeepInitialiser() {}

        private static int deep(int level) {
            return level < 0 ? 0 : level + deep(level + 1) % 7;
        }

        @Override
        public void start(ExtensionContext context) {
            context.counter("depth").add(DEPTH);
        }
    }

    /** Its static initialiser throws an error. */
    public static final class ErrorInInitialiser implements Extension {
        private static final int NUMBER = number();

        /** Never reached. */
        public ErrorInInitialiser() {}

        private static int number() {
            throw new AssertionError("the initialiser does not want to");
        }

        @Override
        public void start(ExtensionContext context) {
            context.counter("number").add(NUMBER);
        }
    }

    /** Needs a class that the image does not have. */
    public static final class MissingClass implements Extension {
        /** Made by the runtime. */
        public MissingClass() {}

        @Override
        public void start(ExtensionContext context) {
            context.counter("hash of nothing").add(new NoExtension().hashCode());
        }
    }

    /** Takes all that it can have, and fails. */
    public static final class GreedyStart implements Extension {
        /** Made by the runtime. */
        public GreedyStart() {}

        @Override
        public void start(ExtensionContext context) {
            while (context.allocate(1000) != null) {
                context.timer(1000, 1, 1);
            }
            OutgoingMessage message = context.message(context.local(1));
            if (message != null) {
                message.send();
            }
            throw new Silent();
        }
    }

    @SuppressWarnings("OverrideThrowableToString") // getMessage is not an extension's to override
    private static final class Silent extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no text at all");
        }
    }
}
