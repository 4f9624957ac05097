package dev.spine.extension.api.metered;

import org.jspecify.annotations.Nullable;

/**
 * Exceptions that the virtual machine throws, too, made by an extension: what these say, the program said itself, so it may read it
 * again. Metered code makes one wherever it names the class above, and an extension's own class below it has this one in between.
 * Any thread.
 */
public interface Made {
    /** An {@link ArithmeticException}. */
    class Arithmetic extends ArithmeticException implements Made {
        private static final long serialVersionUID = 1L;

        /** Without a text. */
        public Arithmetic() {}

        /**
         * With a text.
         *
         * @param message what it says
         */
        public Arithmetic(@Nullable String message) {
            super(message);
        }
    }

    /** A {@link NullPointerException}. It keeps its text itself: the virtual machine would go through the code for one without. */
    class NullPointer extends NullPointerException implements Made {
        private static final long serialVersionUID = 1L;

        private final @Nullable String message;

        /** Without a text. */
        public NullPointer() {
            this(null);
        }

        /**
         * With a text.
         *
         * @param message what it says
         */
        public NullPointer(@Nullable String message) {
            super(message);
            this.message = message;
        }

        @Override
        public @Nullable String getMessage() {
            return message;
        }
    }

    /** An {@link ArrayIndexOutOfBoundsException}. */
    class ArrayIndex extends ArrayIndexOutOfBoundsException implements Made {
        private static final long serialVersionUID = 1L;

        /** Without a text. */
        public ArrayIndex() {}

        /**
         * With an index.
         *
         * @param index which is none
         */
        public ArrayIndex(int index) {
            super(index);
        }

        /**
         * With a text.
         *
         * @param message what it says
         */
        public ArrayIndex(@Nullable String message) {
            super(message);
        }
    }

    /** A {@link ClassCastException}. */
    class ClassCast extends ClassCastException implements Made {
        private static final long serialVersionUID = 1L;

        /** Without a text. */
        public ClassCast() {}

        /**
         * With a text.
         *
         * @param message what it says
         */
        public ClassCast(@Nullable String message) {
            super(message);
        }
    }

    /** An {@link ArrayStoreException}. */
    class ArrayStore extends ArrayStoreException implements Made {
        private static final long serialVersionUID = 1L;

        /** Without a text. */
        public ArrayStore() {}

        /**
         * With a text.
         *
         * @param message what it says
         */
        public ArrayStore(@Nullable String message) {
            super(message);
        }
    }
}
