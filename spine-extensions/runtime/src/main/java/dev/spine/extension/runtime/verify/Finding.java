package dev.spine.extension.runtime.verify;

/**
 * A place of an image that breaks a rule. Any thread.
 *
 * @param rule the rule
 * @param className binary name of the class
 * @param method name of the method with its descriptor, or empty when it is about the class
 * @param line source line, or 0 when the class file does not tell
 * @param what what was found there
 */
public record Finding(Rule rule, String className, String method, int line, String what) {
    /** {@return where, as {@code sample.Video.start, line 12}} */
    public String where() {
        int parenthesis = method.indexOf('(');
        String name = parenthesis < 0 ? method : method.substring(0, parenthesis);
        return className + (name.isEmpty() ? "" : "." + name) + (line == 0 ? "" : ", line " + line);
    }

    /** {@return the finding in one line: where, what, why, what to do instead} */
    public String text() {
        return where() + ": " + what + " is forbidden [" + rule.id() + "]: " + rule.why() + "; " + rule.remedy();
    }
}
