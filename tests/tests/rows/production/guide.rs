//! The guide's page "With the AWS SDK": its functions are those of an example, which runs.

#[path = "../../../examples/aws.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

use ddbkey_tests::engine;

#[tokio::test]
async fn each_function_of_the_page_does_what_it_says() {
    example::run(&engine::from_env().unwrap()).await.unwrap();
}

#[test]
fn each_block_of_the_page_is_in_the_example() {
    let page = include_str!("../../../../ddbkey/src/guide/aws_sdk.md");
    let example = include_str!("../../../examples/aws.rs");
    let blocks: Vec<_> = page.split("```").skip(1).step_by(2).collect();
    let rust: Vec<_> = blocks.iter().filter_map(|block| block.strip_prefix('\n')).collect();
    assert!(rust.len() > 15, "{} blocks", rust.len());
    for block in rust {
        assert!(example.contains(block), "not in the example:\n{block}");
    }
}
