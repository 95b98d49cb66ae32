import java.time.Instant;

/** Writes the lines of Java into times.tsv: `java Times.java`. Those of `toString` of an `Instant`. */
class Times {
    static final long[] SECONDS =
        {-62167219200L, -62135596800L, -1, 0, 1, 1709164800L, 1709251199L, 1733049000L, 253402207200L};
    static final int[] NANOSECONDS = {0, 1, 999, 1_000, 1_001, 10_000, 100_000, 999_999, 1_000_000, 10_000_000,
        100_000_000, 120_000_000, 123_000_000, 123_400_000, 123_456_000, 123_456_700, 123_456_789, 500_000_000,
        900_000_000, 999_000_000, 999_999_000, 999_999_999};

    public static void main(String[] arguments) {
        for (long second : SECONDS) {
            for (int nanosecond : NANOSECONDS) {
                Instant at = Instant.ofEpochSecond(second, nanosecond);
                System.out.println(String.join("\t", "Java", System.getProperty("java.version"), "instant",
                    "" + second, "" + nanosecond, at.toString()));
            }
        }
    }
}
